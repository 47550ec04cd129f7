import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { HOUR, makePost, NOW, openBlog } from '../blog-fixture.ts';
import { softDeletePost } from './post-bin.ts';
import { listSeries, seriesOf } from './post-series.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const make = (slug: string, hoursAgo: number, seriesNumber: number, fields: Partial<PostFields> = {}) =>
  makePost(blog, {
    slug,
    publishedAt: new Date(NOW - hoursAgo * HOUR).toISOString(),
    seriesName: 'On Bread',
    seriesNumber,
    ...fields,
  });
const placesOf = async (post: Parameters<typeof seriesOf>[1]) => {
  const series = await seriesOf(blog.db, post, NOW);
  return series && [series.part, series.total, series.parts.map(({ part, slug }) => `${part} ${slug}`).join()];
};

test('parts are in the order of their numbers, then of their dates; without a number they are last', async () => {
  await make('late-second', 1, 2);
  await make('no-number', 9, 0);
  const third = await make('third', 8, 30);
  await make('second', 2, 2);
  await make('first', 1, 1);
  expect(await placesOf(third)).toEqual([4, 5, '1 first,2 second,3 late-second,4 third,5 no-number']);
});

test('only live posts of the series are parts, however its name is spelled', async () => {
  const post = await make('a', 2, 1);
  await make('b', 1, 2, { seriesName: ' on bread  ' });
  await make('other', 1, 3, { seriesName: 'On Breads' });
  await make('draft', 1, 4, { published: false });
  await make('scheduled', -1, 5);
  await softDeletePost(blog.db, (await make('deleted', 1, 6)).id, NOW);
  expect(await placesOf(post)).toEqual([1, 2, '1 a,2 b']);
});

test('a draft stands where it would stand', async () => {
  await make('a', 3, 1);
  await make('c', 2, 3);
  expect(await placesOf(await make('b', 1, 2, { published: false, publishedAt: null }))).toEqual([2, 3, '1 a,2 b,3 c']);
});

test('a post of no series has none', async () => {
  for (const seriesName of [null, '', '  '])
    expect(await placesOf(await make(`${seriesName}`, 1, 1, { seriesName }))).toBeNull();
});

test('of a long series the parts about the post are named', async () => {
  const posts: Post[] = [];
  for (let number = 1; number <= 130; number += 1) posts.push(await make(`n${number}`, 1, number));
  const namedOf = async (index: number) => {
    const series = await seriesOf(blog.db, posts[index] ?? expect.unreachable(), NOW);
    return [series?.total, series?.parts.length, series?.parts[0]?.part, series?.parts.at(-1)?.part];
  };
  expect(await namedOf(0)).toEqual([130, 100, 1, 100]);
  expect(await namedOf(64)).toEqual([130, 100, 15, 114]);
  expect(await namedOf(129)).toEqual([130, 100, 31, 130]);
});

test('the list of series knows those of drafts too, and what number each has come to', async () => {
  await make('a', 1, 4);
  await make('b', 1, 2, { published: false });
  await make('c', 1, 0, { published: false, seriesName: 'Ants' });
  await softDeletePost(blog.db, (await make('gone', 1, 1, { seriesName: 'Gone' })).id, NOW);
  await make('none', 1, 0, { seriesName: ' ' });
  expect(await listSeries(blog.db)).toEqual([
    { name: 'Ants', lastNumber: 0 },
    { name: 'On Bread', lastNumber: 4 },
  ]);
});
