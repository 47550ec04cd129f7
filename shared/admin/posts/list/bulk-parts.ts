import type { ManyPostsChange } from '#shared/contract/posts.ts';

/** Posts of one call: so many are done in half a second, and of more the owner sees how far they are. */
const PART = 100;

/** How many posts changes name. */
export function countOf(changes: readonly ManyPostsChange[]): number {
  return changes.reduce((count, { posts }) => count + posts.length, 0);
}

/** Changes in parts of at most a hundred posts, in their order. */
export function inParts(changes: readonly ManyPostsChange[], size = PART): ManyPostsChange[][] {
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
