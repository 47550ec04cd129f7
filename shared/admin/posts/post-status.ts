import type { PostSummary } from '#shared/contract/posts/post.ts';

export type PostStatus = 'Published' | 'Draft' | 'Scheduled';

/**
 * Returns the owner's name for a post's state. `now` is in milliseconds since 1970: a post with a later publication
 * date is scheduled.
 */
export function postStatus(post: Pick<PostSummary, 'published' | 'publishedAt'>, now: number): PostStatus {
  if (!post.published) return 'Draft';
  return post.publishedAt !== null && Date.parse(post.publishedAt) > now ? 'Scheduled' : 'Published';
}
