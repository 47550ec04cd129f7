import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { makePost, NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { createManyPosts, type ManyPosts, type ManyPostsPart } from './many-posts.ts';

const KEY = '0195d3c1-6a3e-7c41-9d7e-2f4b8a1c5e60';
const MANY = 60;

let blog: OpenDatabase;
let manyPosts: ManyPosts;
let told: number;
let ids: number[];
beforeEach(async () => {
  blog = await openBlog();
  told = 0;
  manyPosts = createManyPosts({
    db: blog.db,
    clock: { now: () => NOW },
    longWrites: { run: () => Promise.reject(new Error('No text is that long')) },
    tellPosts: async () => {
      told += 1;
    },
  });
  ids = [];
  for (let number = 0; number < MANY; number += 1) ids.push((await makePost(blog, { slug: `post-${number}` })).id);
});
afterEach(() => blog.close());

const featured = () =>
  blog.sqlite.prepare('select id from blog_posts where featured = 1 order by id').pluck().all() as number[];
const changes = () => [{ posts: ids.map((id) => ({ id })), set: { featured: true } }];

test('it is told part by part, each post in one of them, and listeners hear of all once', async () => {
  const parts: ManyPostsPart[] = [];
  const answer = await manyPosts.change({ changes: changes() }, (part) => {
    parts.push(part);
    // A part is told once it is done.
    expect(featured()).toEqual(parts.flatMap((each) => each.ids));
    expect(told).toBe(0);
  });
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.flatMap((part) => part.ids)).toEqual(ids);
  expect(parts.reduce((count, { changed }) => count + changed, 0)).toBe(MANY);
  expect(answer).toMatchObject({ changed: MANY, failed: [], isStopped: false });
  expect(answer.undo).toHaveLength(1);
  expect(told).toBe(1);
});

test('stopped between two parts it has done whole parts, tells them, and they can be undone', async () => {
  const parts: ManyPostsPart[] = [];
  const answer = await manyPosts.change({ changes: changes(), key: KEY }, (part) => {
    parts.push(part);
    manyPosts.stop(KEY);
  });
  expect(parts).toHaveLength(1);
  expect(answer.isStopped).toBe(true);
  expect(answer.changed).toBeLessThan(MANY);
  expect(featured()).toEqual(parts[0]?.ids);
  expect(told).toBe(1);
  expect(await manyPosts.change({ changes: answer.undo })).toMatchObject({ changed: answer.changed, failed: [] });
  expect(featured()).toEqual([]);
});

test('what has ended cannot be stopped', async () => {
  await manyPosts.change({ changes: changes(), key: KEY });
  expect(() => manyPosts.stop(KEY)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('others are served between two parts', async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const seen: number[] = [];
  await manyPosts.change({ changes: changes() }, () => seen.push(turns));
  clearImmediate(next);
  expect(new Set(seen).size).toBe(seen.length);
});

test('a post that is named twice is given both, one after the other', async () => {
  const [id = 0] = ids;
  const given = [
    { posts: [{ id }], set: { addTags: ['one'] } },
    { posts: [{ id }], set: { addTags: ['two'] } },
  ];
  expect(await manyPosts.change({ changes: given })).toMatchObject({ changed: 2, failed: [] });
  const tags = blog.sqlite.prepare('select tags from blog_posts where id = ?').pluck().get(id);
  expect(JSON.parse(String(tags)).slice(-2)).toEqual(['one', 'two']);
});

test('of two posts in the bin with one slug the first comes out', async () => {
  const [first = 0, second = 0] = ids;
  await manyPosts.change({ changes: [{ posts: [{ id: first }, { id: second }], set: { deleted: true } }] });
  blog.sqlite.prepare("update blog_posts set slug = 'post-0' where id = ?").run(second);
  const answer = await manyPosts.change({
    changes: [{ posts: [{ id: first }, { id: second }], set: { deleted: false } }],
  });
  expect(answer).toMatchObject({ changed: 1, failed: [{ id: second, title: expect.any(String) }] });
});
