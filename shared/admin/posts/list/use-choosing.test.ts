import { expect, test } from 'vitest';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { between } from './use-choosing.ts';

const posts = [4, 9, 2, 7].map((id) => ({ id }) as PostSummary);
const ids = (from: number, to: number) => between(posts, from, to).map(({ id }) => id);

test('all posts from one to another are chosen, in either direction, and none where one is gone', () => {
  expect(ids(9, 7)).toEqual([9, 2, 7]);
  expect(ids(7, 9)).toEqual([9, 2, 7]);
  expect(ids(4, 4)).toEqual([4]);
  expect(ids(4, 77)).toEqual([]);
});
