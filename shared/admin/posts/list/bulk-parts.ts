import type { ManyPostsChange } from '#shared/contract/posts.ts';

/** Posts of one call: so many are done within two seconds, and of more the owner sees how far they are. */
const PART = 1000;

/** Changes in parts of at most a thousand posts, in their order. */
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
