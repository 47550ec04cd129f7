import type { Post, PostSummary } from '#shared/contract/posts/post.ts';
import { getPost, getPostById } from '#shared/contract/posts/posts.ts';
import type { AdminPorts } from '../ports.ts';

/** Fetches a post by its id, live or not. Throws ApiError `post_not_found`, also for a post in the bin. */
export function fetchPost(api: AdminPorts['api'], id: number, signal?: AbortSignal): Promise<Post> {
  return api.call(getPostById, { params: { id }, signal });
}

/** Fetches the whole post of a list's entry. */
export function fetchWholePost(api: AdminPorts['api'], { slug }: Pick<PostSummary, 'slug'>): Promise<Post> {
  return api.call(getPost, { params: { slug } });
}
