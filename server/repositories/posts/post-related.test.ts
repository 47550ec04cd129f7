import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { longTest } from '#tests/long-test.ts';
import { HOUR, makePost, NOW, openBlog } from '../blog-fixture.ts';
import { neighbours } from './live-lists.ts';
import { softDeletePost } from './post-bin.ts';
import { relatedPosts } from './post-related.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const make = (slug: string, hoursAgo: number, fields: Partial<PostFields> = {}) =>
  makePost(blog, { slug, publishedAt: new Date(NOW - hoursAgo * HOUR).toISOString(), categoryId: 2, ...fields });
const related = async (id: number, limit?: number) =>
  (await relatedPosts(blog.db, id, NOW, limit)).posts.map((post) => post.slug);

test('shared tags come first, a rare one before a common one; then the category; then the newest', async () => {
  const post = await make('post', 1, { tags: ['common', 'rare'], categoryId: 1 });
  await make('newest', 2);
  await make('category', 9, { categoryId: 1 });
  await make('common', 8, { tags: ['common'] });
  await make('common of the category', 9, { tags: ['common'], categoryId: 1 });
  await make('rare', 10, { tags: ['rare'] });
  await make('both', 11, { tags: ['rare', 'common'] });
  expect(await related(post.id)).toEqual(['both', 'rare', 'common of the category', 'common', 'category', 'newest']);
  expect(await related(post.id, 2)).toEqual(['both', 'rare']);
});

test('never the post itself, never one that is not live', async () => {
  const post = await make('post', 1, { tags: ['x'] });
  await make('draft', 2, { tags: ['x'], published: false });
  await make('scheduled', -1, { tags: ['x'] });
  const gone = await make('deleted', 2, { tags: ['x'] });
  await softDeletePost(blog.db, gone.id, NOW);
  expect(await related(post.id)).toEqual([]);
});

test('what a choice was made from is named, and no more: the category and all posts only where tags propose too few', async () => {
  const tagged = await make('tagged', 1, { tags: ['x'] });
  const lists = async () => (await relatedPosts(blog.db, tagged.id, NOW)).lists;
  for (let number = 0; number < 4; number += 1) await make(`x${number}`, 10, { tags: ['x'] });
  expect(await lists()).toEqual(['tag:1', 'category:2', 'posts']);
  await make('of the category', 10);
  await make('of the category too', 10);
  expect(await lists()).toEqual(['tag:1', 'category:2']);
  for (let number = 4; number < 6; number += 1) await make(`x${number}`, 10, { tags: ['x'] });
  expect(await lists()).toEqual(['tag:1']);
});

test('a draft weighs nothing: which post is the nearest says nothing of what is not published', async () => {
  const post = await make('post', 1, { tags: ['a', 'b'] });
  await make('a', 3, { tags: ['a'] });
  await make('b', 4, { tags: ['b'] });
  expect(await related(post.id, 2)).toEqual(['a', 'b']);
  await make('draft', 2, { tags: ['a'], published: false });
  expect(await related(post.id, 2)).toEqual(['a', 'b']);
});

test('a post that is not there has none', async () => {
  await make('a', 1);
  expect(await related(404)).toEqual([]);
});

longTest('a tag on very many posts proposes its newest', async () => {
  const post = await make('post', 1, { tags: ['all'] });
  for (let number = 0; number < 310; number += 1) await make(`n${number}`, 400 - number, { tags: ['all'] });
  expect(await related(post.id, 3)).toEqual(['n309', 'n308', 'n307']);
});

test('neighbours are the live posts of the category just before and after, also at the same millisecond', async () => {
  const a = await make('a', 3);
  const b = await make('b', 2);
  const c = await make('c', 2);
  await make('draft', 1, { published: false });
  await make('scheduled', -1);
  for (const age of [1, 2, 4]) await make(`elsewhere-${age}`, age, { categoryId: 1 });
  expect(await neighbours(blog.db, a.id, NOW)).toEqual({
    previous: null,
    next: { id: b.id, slug: 'b', title: b.title },
  });
  expect(await neighbours(blog.db, b.id, NOW)).toMatchObject({ previous: { slug: 'a' }, next: { slug: 'c' } });
  expect(await neighbours(blog.db, c.id, NOW)).toMatchObject({ previous: { slug: 'b' }, next: null });
});

test('a draft without a date, and a post that is not there, have none', async () => {
  await make('a', 1);
  const draft = await makePost(blog, { published: false, publishedAt: null });
  expect(await neighbours(blog.db, draft.id, NOW)).toEqual({ previous: null, next: null });
  expect(await neighbours(blog.db, 404, NOW)).toEqual({ previous: null, next: null });
});
