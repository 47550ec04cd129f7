import { afterEach, beforeEach, expect, test } from 'vitest';
import { changePosts, deletePost, getPostById, type ManyPostsChange, updatePost } from '#shared/contract/posts.ts';
import { longTest } from '#tests/long-test.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

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
    { id: binned },
    { id: 9999, title: '' },
  ]);
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
  });
  expect(events()).toHaveLength(from);
});

test('a category that does not exist, and a post of 51 tags', async () => {
  const id = await app.post({ tags: Array.from({ length: 50 }, (_, number) => `t${number}`) });
  expect((await change({ posts: [{ id }], set: { categoryId: 99 } })).failed).toHaveLength(1);
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
