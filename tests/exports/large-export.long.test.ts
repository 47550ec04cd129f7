import { expect, test } from 'vitest';
import { measureWordpress } from './measure-export.ts';

/** 60 MB here; a gigabyte in `npm run test:long -- large-export`. */
const POSTS = 300;

test('of a large export of WordPress no more than a post is held', async () => {
  const { megabytes, inUse, posts, unread, items, wanted } = await measureWordpress(POSTS);
  expect({ posts, unread, items }).toEqual({ ...wanted, unread: 0 });
  expect(megabytes).toBeGreaterThan(60);
  // Most of this is what the code itself takes. A post that holds its part of the file until the end holds 57 kB.
  expect(inUse).toBeLessThan(70);
});
