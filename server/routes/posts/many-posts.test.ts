import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiClient } from '#shared/api-client/client.ts';
import {
  changePosts,
  type ManyPostsChange,
  type ManyPostsEvent,
  stopChangingPosts,
} from '#shared/contract/posts/many-posts.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { deletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { longTest } from '#tests/long-test.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask, refused } from '../../test-call.ts';

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const change = async (...changes: ManyPostsChange[]) =>
  (await ask(app.http, changePosts, { body: { changes }, cookie })).body;
const get = async (id: number) => (await ask(app.http, getPostById, { params: { id }, cookie })).body;
const events = () =>
  app.database.sqlite.prepare('select type, cause from post_events order by seq').all() as {
    type: string;
    cause: string;
  }[];

test('one call gives many posts the same, and its undo gives each what it had', async () => {
  const drafts = [await app.post({ published: false, tags: ['Tea'] }), await app.post({ published: false, slug: 'b' })];
  const live = await app.post({ slug: 'c', featured: true, categoryId: 3 });
  const ids = [...drafts, live];
  const before = await Promise.all(ids.map(get));
  const answer = await change({
    posts: before.map(({ id, version }) => ({ id, version })),
    set: { published: true, featured: true, categoryId: 4, addTags: ['Paper', 'tea'] },
  });
  expect(answer).toMatchObject({ changed: 3, failed: [] });
  for (const post of await Promise.all(ids.map(get))) {
    expect(post).toMatchObject({ published: true, featured: true, category: { id: 4 }, version: 2 });
  }
  expect((await get(drafts[0] ?? 0)).tags).toEqual(['Tea', 'Paper']);
  expect(await change(...answer.undo)).toMatchObject({ changed: 3, failed: [] });
  for (const [index, post] of (await Promise.all(ids.map(get))).entries()) {
    const { published, featured, category, tags } = before[index] ?? post;
    expect(post).toMatchObject({ published, featured, category: { id: category.id }, tags });
  }
});

test('into the bin and out again; readers are told at once, as one action', async () => {
  const ids = [await app.post({ slug: 'a' }), await app.post({ slug: 'b' })];
  expect((await app.http.inject('/post/a')).statusCode).toBe(200);
  const from = events().length;
  const { undo } = await change({ posts: ids.map((id) => ({ id })), set: { deleted: true } });
  expect((await app.http.inject('/post/a')).statusCode).toBe(404);
  expect(events().slice(from)).toEqual(
    ['taken-down', 'gone', 'taken-down', 'gone'].map((type) => ({ type, cause: 'bulk' })),
  );
  expect(undo).toEqual([{ posts: ids.map((id) => ({ id, version: 1 })), set: { deleted: false } }]);
  expect(await change(...undo)).toMatchObject({ changed: 2, failed: [] });
  expect((await app.http.inject('/post/a')).statusCode).toBe(200);
});

test('what refuses a post is named, and the others are changed', async () => {
  const good = await app.post({ slug: 'good', published: false });
  const blank = await app.post({ slug: 'blank', title: 'A blank one', published: false, content: '' });
  const edited = await app.post({ slug: 'edited', published: false });
  await ask(app.http, updatePost, { params: { id: edited }, body: { title: 'Edited elsewhere' }, cookie });
  const binned = await app.post({ slug: 'binned', published: false });
  await ask(app.http, deletePost, { params: { id: binned }, cookie });
  const posts = [good, blank, edited, binned, 9999].map((id) => ({ id, version: 1 }));
  const { changed, failed } = await change({ posts, set: { published: true } });
  expect(changed).toBe(1);
  expect((await get(good)).published).toBe(true);
  expect(failed).toMatchObject([
    { id: blank, title: 'A blank one', message: 'Content is required' },
    { id: edited, title: 'Edited elsewhere', message: expect.stringContaining('changed elsewhere') },
    { id: binned, message: 'It lies in the bin. Take it out first.' },
    { id: 9999, title: '', message: expect.stringContaining('exist') },
  ]);
});

test('an undo puts dates back as they were, also where there was none', async () => {
  const at = (time: number) => new Date(app.clock.now() + time).toISOString();
  const undated = await app.post({ slug: 'undated', published: false, publishedAt: null });
  const dated = await app.post({ slug: 'dated', published: false, publishedAt: at(-1e9) });
  const planned = await app.post({ slug: 'planned', published: false, publishedAt: at(1e9) });
  const live = await app.post({ slug: 'live', publishedAt: at(-2e9) });
  const ids = [undated, dated, planned, live];
  const dates = async () =>
    (await Promise.all(ids.map(get))).map(({ published, publishedAt }) => [published, publishedAt]);
  const before = await dates();
  expect(before).toEqual([
    [false, null],
    [false, at(-1e9)],
    [false, at(1e9)],
    [true, at(-2e9)],
  ]);
  for (const set of [
    { published: true },
    { published: false },
    { publishedAt: at(-5e9) },
    { published: false, publishedAt: null },
  ]) {
    const { undo } = await change({ posts: ids.map((id) => ({ id })), set });
    expect(await dates()).not.toEqual(before);
    expect((await change(...undo)).failed).toEqual([]);
    expect(await dates()).toEqual(before);
  }
});

test('a post that is published keeps a date, whatever is sent', async () => {
  const id = await app.post();
  const { publishedAt } = await get(id);
  expect(await change({ posts: [{ id }], set: { publishedAt: null } })).toMatchObject({ changed: 0, failed: [] });
  expect((await get(id)).publishedAt).toBe(publishedAt);
});

test('an undo puts tags back in their order', async () => {
  const id = await app.post({ tags: ['one', 'two', 'three'] });
  const { undo } = await change({ posts: [{ id }], set: { removeTags: ['one'], addTags: ['four'] } });
  expect((await get(id)).tags).toEqual(['two', 'three', 'four']);
  await change(...undo);
  expect((await get(id)).tags).toEqual(['one', 'two', 'three']);
});

test('posts given the same tags are put back by the same words, each keeping its own', async () => {
  const ids = [await app.post({ slug: 'a', tags: ['x'] }), await app.post({ slug: 'b', tags: ['y', 'z'] })];
  const { undo } = await change({ posts: ids.map((id) => ({ id })), set: { addTags: ['of both'] } });
  expect(undo).toEqual([{ posts: ids.map((id) => ({ id, version: 2 })), set: { removeTags: ['of both'] } }]);
});

test('each version that an action replaced is kept, and brought back by its entry in the history', async () => {
  const ids = [await app.post({ slug: 'a', title: 'A' }), await app.post({ slug: 'b', title: 'B' })];
  await change({ posts: ids.map((id) => ({ id })), set: { featured: true } });
  const rows = app.database.sqlite
    .prepare(`select r.post_id as post, r.version, h.name from history h
      join post_revisions r on r.id = h.ref and r.post_id = h.subject where h.action = 'replaced' order by r.post_id`)
    .all();
  expect(rows).toEqual([
    { post: ids[0], version: 1, name: 'A' },
    { post: ids[1], version: 1, name: 'B' },
  ]);
});

test('posts that are published together are news once each, of one moment, and name the posts beside them', async () => {
  const before = await app.post({ slug: 'before', publishedAt: '2020-01-01T00:00:00Z' });
  const drafts: number[] = [];
  for (const slug of ['a', 'b', 'c']) drafts.push(await app.post({ slug, published: false }));
  const from = events().length;
  const posts = drafts.map((id) => ({ id }));
  await change({ posts, set: { published: true } });
  await change({ posts, set: { published: true } });
  const rows = app.database.sqlite
    .prepare("select post_id as id, at, lists from post_events where type = 'went-live' order by seq limit -1 offset ?")
    .all(
      app.database.sqlite
        .prepare("select count(*) from post_events where type = 'went-live' and post_id = ?")
        .pluck()
        .get(before),
    ) as {
    id: number;
    at: string;
    lists: string;
  }[];
  expect(
    events()
      .slice(from)
      .filter(({ type }) => type === 'went-live'),
  ).toHaveLength(drafts.length);
  expect(rows.map(({ id }) => id)).toEqual(drafts);
  expect(new Set(rows.map(({ at }) => at)).size).toBe(1);
  expect(rows.some(({ lists }) => JSON.parse(lists).includes(`beside:${before}`))).toBe(true);
});

test('as events: parts, each with what is done and its undo, and the end', async () => {
  const baseUrl = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const client = createApiClient({
    baseUrl,
    fetch: (target, init) => fetch(target, { ...init, headers: { ...init.headers, cookie } }),
  });
  const ids = [await app.post({ slug: 'a' }), await app.post({ slug: 'b' })];
  const posts = [...ids, 9999].map((id) => ({ id }));
  const heard: ManyPostsEvent[] = [];
  for await (const event of client.events(changePosts, { body: { changes: [{ posts, set: { featured: true } }] } }))
    heard.push(event);
  expect(heard).toMatchObject([
    {
      event: 'part',
      data: {
        ids: [...ids, 9999],
        changed: 2,
        failed: [{ id: 9999 }],
        undo: [{ posts: ids.map((id) => ({ id, version: 2 })), set: { featured: false } }],
      },
    },
    { event: 'done', data: { isStopped: false } },
  ]);
  const noted = app.database.sqlite.prepare("select count(*) from audit where event = 'posts_changed'").pluck().get();
  expect(noted).toBe(1);
});

test('a change that nobody knows of cannot be stopped', async () => {
  const params = { key: '0195d3c1-6a3e-7c41-9d7e-2f4b8a1c5e60' };
  expect((await refused(app.http, stopChangingPosts, { params, cookie })).code).toBe('not_found');
});

test('a slug that is taken meanwhile keeps that post alone in the bin', async () => {
  const [first, second] = [await app.post({ slug: 'a' }), await app.post({ slug: 'b' })];
  await change({ posts: [{ id: first }, { id: second }], set: { deleted: true } });
  await app.post({ slug: 'a' });
  const { changed, failed } = await change({ posts: [{ id: first }, { id: second }], set: { deleted: false } });
  expect({ changed, failed: failed.map(({ id }) => id) }).toEqual({ changed: 1, failed: [first] });
});

test('a post that is refused half way stays as it was', async () => {
  const id = await app.post({ slug: 'a' });
  await change({ posts: [{ id }], set: { deleted: true } });
  const { changed, failed } = await change({
    posts: [{ id }],
    set: { deleted: false, categoryId: 99, addTags: ['new'] },
  });
  expect({ changed, failed: failed.length }).toEqual({ changed: 0, failed: 1 });
  expect((await app.http.inject('/post/a')).statusCode).toBe(404);
});

test('who changes nothing writes nothing', async () => {
  const id = await app.post({ featured: true });
  const from = events().length;
  expect(await change({ posts: [{ id }], set: { featured: true, removeTags: ['none'] } })).toEqual({
    changed: 0,
    failed: [],
    undo: [],
    isStopped: false,
  });
  expect(events()).toHaveLength(from);
});

test('a category that does not exist, and a post of 51 tags', async () => {
  const id = await app.post({ tags: Array.from({ length: 50 }, (_, number) => `t${number}`) });
  for (const [set, message] of [
    [{ categoryId: 99 }, 'There is no such category'],
    [{ authorId: 99 }, 'There is no such author'],
  ] as const)
    expect((await change({ posts: [{ id }], set })).failed).toMatchObject([{ id, message }]);
  expect((await change({ posts: [{ id }], set: { addTags: ['one more'] } })).failed).toHaveLength(1);
});

longTest('a very long post is changed as others are', async () => {
  const id = await app.post({ slug: 'long', content: 'word '.repeat(50_000), featured: false });
  expect(await change({ posts: [{ id }], set: { featured: true } })).toMatchObject({ changed: 1 });
  expect((await get(id)).featured).toBe(true);
});

test('a call without posts, without a change, or with 5,001 posts is refused', async () => {
  const posts = Array.from({ length: 5001 }, (_, index) => ({ id: index + 1 }));
  for (const changes of [[], [{ posts: [], set: { featured: true } }], [{ posts: [{ id: 1 }], set: {} }]]) {
    expect((await refused(app.http, changePosts, { body: { changes }, cookie })).code).toBe('invalid_input');
  }
  const { code } = await refused(app.http, changePosts, {
    body: { changes: [{ posts, set: { featured: true } }] },
    cookie,
  });
  expect(code).toBe('invalid_input');
});
