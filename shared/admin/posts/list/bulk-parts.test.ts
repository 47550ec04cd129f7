import { expect, test } from 'vitest';
import { inParts } from './bulk-parts.ts';

const posts = (...ids: number[]) => ids.map((id) => ({ id }));
const on = { featured: true };
const off = { featured: false };

test('few posts are one part, also where they are given different things', () => {
  expect(
    inParts(
      [
        { posts: posts(1, 2), set: on },
        { posts: posts(3), set: off },
      ],
      3,
    ),
  ).toEqual([
    [
      { posts: posts(1, 2), set: on },
      { posts: posts(3), set: off },
    ],
  ]);
});

test('many are split where a part is full, each post once and in order', () => {
  expect(
    inParts(
      [
        { posts: posts(1, 2, 3, 4), set: on },
        { posts: posts(5), set: off },
      ],
      3,
    ),
  ).toEqual([
    [{ posts: posts(1, 2, 3), set: on }],
    [
      { posts: posts(4), set: on },
      { posts: posts(5), set: off },
    ],
  ]);
  expect(inParts([])).toEqual([]);
});
