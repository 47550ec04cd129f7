import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { knownPosts } from './post-finder.ts';
import { queryKeys } from './query-client.ts';

test('without the server posts are found by their titles in every list that was fetched, each once', () => {
  const client = new QueryClient();
  const post = (id: number, title: string, deletedAt: string | null = null) => ({ id, title, deletedAt });
  client.setQueryData([...queryKeys.posts, 'list', 1], {
    items: [post(1, 'Green tea'), post(2, 'Coffee'), post(3, 'Green tea, thrown away', 'x')],
  });
  client.setQueryData([...queryKeys.posts, 'list', 2], { items: [post(1, 'Green tea'), post(4, 'Tea in green cups')] });
  client.setQueryData([...queryKeys.posts, 'series'], { items: [post(5, 'Green tea elsewhere')] });
  const ids = (words: string) => knownPosts(client, words).map(({ id }) => id);
  expect(ids('TEA green')).toEqual([1, 4]);
  expect(ids('')).toEqual([1, 2, 4]);
  expect(ids('cocoa')).toEqual([]);
});
