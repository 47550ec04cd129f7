import type { Post } from '#shared/contract/posts/post.ts';

type Dated = Pick<Post, 'publishedAt' | 'createdAt' | 'contentUpdatedAt'>;

/** A correction on the day itself is no news. */
const WORTH_SAYING = 24 * 60 * 60 * 1000;

/** When the text that readers have was last changed, ISO 8601: no earlier than its publication. */
export function modifiedAt({ publishedAt, createdAt, contentUpdatedAt }: Dated): string {
  const first = publishedAt ?? createdAt;
  return contentUpdatedAt !== null && contentUpdatedAt > first ? contentUpdatedAt : first;
}

/** The date a post's page says it was updated on, ISO 8601; null where the text was last changed before the day after its publication. */
export function updatedOn(post: Dated): string | null {
  if (post.publishedAt === null) return null;
  const modified = modifiedAt(post);
  return Date.parse(modified) - Date.parse(post.publishedAt) >= WORTH_SAYING ? modified : null;
}
