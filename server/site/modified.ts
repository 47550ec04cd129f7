import type { Post } from '#shared/contract/posts/post.ts';

type Dated = Pick<Post, 'publishedAt' | 'createdAt' | 'contentUpdatedAt'>;

/**
 * The shortest time, in milliseconds, after which a change counts as an update: a correction on the same day is not
 * worth saying.
 */
const WORTH_SAYING = 24 * 60 * 60 * 1000;

/** Returns when the readers' text was last changed, ISO 8601: never before its publication. */
export function modifiedAt({ publishedAt, createdAt, contentUpdatedAt }: Dated): string {
  const first = publishedAt ?? createdAt;
  return contentUpdatedAt !== null && contentUpdatedAt > first ? contentUpdatedAt : first;
}

/**
 * Returns the date of the update that a post's page shows, ISO 8601; null where the text was last changed less than a
 * day after its publication.
 */
export function updatedOn(post: Dated): string | null {
  if (post.publishedAt === null) return null;
  const modified = modifiedAt(post);
  return Date.parse(modified) - Date.parse(post.publishedAt) >= WORTH_SAYING ? modified : null;
}
