import { getPost, type Post, type PostSummary, updatePost } from '#shared/contract/posts.ts';
import type { AdminPorts } from '../ports.ts';

/**
 * A post by its id. The contract reads posts by slug alone; a change that changes nothing writes nothing either, and
 * its answer is the post. Throws ApiError `post_not_found`.
 */
export function fetchPost(api: AdminPorts['api'], id: number, signal?: AbortSignal): Promise<Post> {
  return api.call(updatePost, { params: { id }, body: {}, signal });
}

/** The whole of a post of a list. */
export function fetchWholePost(api: AdminPorts['api'], { slug }: Pick<PostSummary, 'slug'>): Promise<Post> {
  return api.call(getPost, { params: { slug } });
}
