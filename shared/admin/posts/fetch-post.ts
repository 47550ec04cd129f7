import type { Post, PostSummary } from '#shared/contract/posts/post.ts';
import { getPost, getPostById } from '#shared/contract/posts/posts.ts';
import type { AdminPorts } from '../ports.ts';

/** A post by its id, live or not. Throws ApiError `post_not_found`, also for one that lies in the bin. */
export function fetchPost(api: AdminPorts['api'], id: number, signal?: AbortSignal): Promise<Post> {
  return api.call(getPostById, { params: { id }, signal });
}

/** The whole of a post of a list. */
export function fetchWholePost(api: AdminPorts['api'], { slug }: Pick<PostSummary, 'slug'>): Promise<Post> {
  return api.call(getPost, { params: { slug } });
}
