import { expect, test } from 'vitest';
import { pageNumbers } from './page-numbers.ts';

test.each<[posts: number, current: number, pages: (number | null)[]]>([
  [0, 1, []],
  [12, 1, []],
  [13, 1, [1, 2]],
  [60, 3, [1, 2, 3, 4, 5]],
  [84, 4, [1, 2, 3, 4, 5, 6, 7]],
  [500, 1, [1, 2, null, 42]],
  [500, 20, [1, null, 19, 20, 21, null, 42]],
  [500, 42, [1, null, 41, 42]],
  [500, 999, [1, null, 41, 42]],
])('of %i posts, page %i offers the first, the last and those beside it', (posts, current, pages) => {
  expect(pageNumbers(posts, current)).toEqual(pages);
});
