import { type ManyPostsChange, MOST_POSTS_AT_ONCE } from '#shared/contract/posts/many-posts.ts';

/** Returns the number of posts in changes. */
export function countOf(changes: readonly ManyPostsChange[]): number {
  return changes.reduce((count, { posts }) => count + posts.length, 0);
}

/** Divides changes, in their order, into parts that each fit in one call. */
export function inParts(changes: readonly ManyPostsChange[], size = MOST_POSTS_AT_ONCE): ManyPostsChange[][] {
  const parts: ManyPostsChange[][] = [];
  let room = 0;
  for (const { posts, set } of changes) {
    for (let start = 0; start < posts.length; ) {
      if (room === 0) {
        parts.push([]);
        room = size;
      }
      const taken = posts.slice(start, start + room);
      parts.at(-1)?.push({ posts: taken, set });
      start += taken.length;
      room -= taken.length;
    }
  }
  return parts;
}
