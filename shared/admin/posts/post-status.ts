import type { PostSummary } from '#shared/contract/posts/post.ts';

export type PostStatus = 'Published' | 'Draft' | 'Scheduled';

/** What the owner calls a post's state. `now` in milliseconds since 1970: what is published later than now is scheduled. */
export function postStatus(post: Pick<PostSummary, 'published' | 'publishedAt'>, now: number): PostStatus {
  if (!post.published) return 'Draft';
  return post.publishedAt !== null && Date.parse(post.publishedAt) > now ? 'Scheduled' : 'Published';
}
