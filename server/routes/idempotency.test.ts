import { beforeEach, expect, test } from 'vitest';
import { getPostById, listPosts } from '#shared/contract/posts/posts.ts';
import { createPost, saveDraft, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { sweep } from '../jobs/sweep.ts';
import { DAY } from '../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

let app: TestApp;
let cookie: string;
sharedByFile(
  async () => {
    app = await createTestApp();
  },
  () => app.close(),
);
/** No post exists, and no key is used up. */
beforeEach(async () => {
  app.database.sqlite.exec('delete from idempotency_keys; delete from blog_posts');
  cookie = await app.signIn();
});

const fields = {
  title: 'T',
  slug: 'made-once',
  excerpt: 'E',
  content: 'C',
  categoryId: 1,
  readTime: 1,
  published: true,
};
const call = (key: string, body: object = fields) => ({ body, cookie, headers: { 'idempotency-key': key } });
const create = async (key: string, body?: object) => (await ask(app.http, createPost, call(key, body))).body;
const posts = async () => (await ask(app.http, listPosts, { cookie })).body.length;

test('the same key and body makes one post and answers the same, whatever happened to it since', async () => {
  const first = await create('run-1-publish');
  await ask(app.http, updatePost, { params: { id: first.id }, body: { title: 'Changed' }, cookie });
  expect(await create('run-1-publish')).toEqual(first);
  // The same body, with its fields in another order.
  expect(await create('run-1-publish', Object.fromEntries(Object.entries(fields).reverse()))).toEqual(first);
  expect(await posts()).toBe(1);
});

test('an answer that was kept before posts got a field says that it is empty', async () => {
  const first = await create('k');
  const { metaTitle: _, productApp: __, ...older } = first;
  app.database.sqlite.prepare('update idempotency_keys set answer = ?').run(JSON.stringify(older));
  expect(await create('k')).toEqual(first);
});

test('calls at the same time become one', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => create('k')));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await posts()).toBe(1);
});

test('the same key with another body is refused, also while the first is under way', async () => {
  const other = { ...fields, title: 'Other' };
  const [first, refusal] = await Promise.all([create('k'), refused(app.http, createPost, call('k', other))]);
  expect(first.title).toBe('T');
  expect(refusal).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  expect((await refused(app.http, createPost, call('k', other))).code).toBe('idempotency_mismatch');
  expect(await posts()).toBe(1);
});

test('a call that was refused is refused the same way; a retry is a new key', async () => {
  const id = await app.post({ slug: 'made-once' });
  expect((await refused(app.http, createPost, call('k'))).code).toBe('slug_taken');
  await ask(app.http, updatePost, { params: { id }, body: { slug: 'elsewhere' }, cookie });
  expect((await refused(app.http, createPost, call('k'))).code).toBe('slug_taken');
  expect((await create('k2')).slug).toBe('made-once');
});

test('an input that is not valid uses no key up', async () => {
  expect((await refused(app.http, createPost, call('k', { ...fields, title: '' }))).code).toBe('invalid_input');
  expect((await create('k')).title).toBe('T');
});

test('a key holds across a restart', async () => {
  const first = await create('k');
  await app.close({ keepFolder: true });
  app = await createTestApp({ folder: app.folder });
  cookie = await app.signIn();
  expect(await create('k')).toEqual(first);
});

test('a key is kept for thirty days', async () => {
  const { id } = await create('k');
  await ask(app.http, updatePost, { params: { id }, body: { slug: 'moved' }, cookie });
  app.clock.advance(30 * DAY);
  cookie = await app.signIn();
  await sweep(app.database.db, app.clock.now());
  expect((await create('k')).id).toBe(id);
  await sweep(app.database.db, app.clock.now() + 1);
  expect((await create('k')).id).not.toBe(id);
});

const draft = async (key: string, body: object) => (await ask(app.http, saveDraft, call(key, body))).body;
const refuseDraft = (key: string, body: object) => refused(app.http, saveDraft, call(key, body));

test('a new draft is made once for a key, however often and however early it is sent again', async () => {
  const sent = { title: 'Sketch', content: 'Words' };
  const made = await Promise.all(Array.from({ length: 5 }, () => draft('k', sent)));
  await ask(app.http, updatePost, { params: { id: made[0]?.id ?? 0 }, body: { title: 'Changed' }, cookie });
  expect(new Set([...made, await draft('k', sent)].map((post) => JSON.stringify(post))).size).toBe(1);
  expect(await posts()).toBe(1);
  expect((await refuseDraft('k', { title: 'Other' })).code).toBe('idempotency_mismatch');
});

test('a post is made once under its key, as a draft or not; who asks otherwise is told what was made', async () => {
  const made = await draft('k', { title: 'Sketch' });
  const other = await refused(app.http, createPost, call('k'));
  expect(other).toMatchObject({ status: 422, code: 'idempotency_mismatch', current: { id: made.id, title: 'Sketch' } });
  expect((await refuseDraft('k', { title: 'Other' })).current).toMatchObject({ id: made.id });
  expect(await posts()).toBe(1);
});

test('a key that an earlier version kept for drafts alone makes no second post', async () => {
  const made = await draft('k', { title: 'Sketch' });
  app.database.sqlite.prepare("update idempotency_keys set call = 'saveDraft'").run();
  expect(await draft('k', { title: 'Sketch' })).toEqual(made);
  expect((await refused(app.http, createPost, call('k'))).current).toMatchObject({ id: made.id });
});

test('what was refused under a key is told to nobody who asks otherwise', async () => {
  await app.post({ slug: 'made-once' });
  await refused(app.http, createPost, call('k'));
  expect((await refused(app.http, createPost, call('k', { ...fields, slug: 'another' }))).current).toBeUndefined();
});

test('a draft saved again under its key is not stale, and makes no second version', async () => {
  const { id } = await draft('k1', { title: 'Sketch' });
  const save = { id, version: 1, title: 'Sketch', content: 'More' };
  const saved = await draft('k2', save);
  expect(saved.version).toBe(2);
  expect(await draft('k2', save)).toEqual(saved);
  expect((await ask(app.http, getPostById, { params: { id }, cookie })).body).toEqual(saved);
});

test('a save that changes nothing is answered the same way under its key too', async () => {
  const { id, ...first } = await draft('k1', { title: 'Sketch' });
  const save = { id, version: 1, title: 'Sketch' };
  const saved = await draft('k2', save);
  expect(saved.version).toBe(first.version);
  await draft('k3', { ...save, content: 'Meanwhile' });
  expect(await draft('k2', save)).toEqual(saved);
});

test('a stale save is refused the same way, with the post it met', async () => {
  const { id } = await draft('k1', { title: 'Sketch' });
  await draft('k2', { id, version: 1, title: 'Theirs' });
  const mine = { id, version: 1, title: 'Mine' };
  const first = await refuseDraft('k3', mine);
  expect(first).toMatchObject({ code: 'post_conflict', current: { title: 'Theirs', version: 2 } });
  expect(await refuseDraft('k3', mine)).toMatchObject({ code: 'post_conflict', current: first.current });
});

test('the same key of a save is another key', async () => {
  const { id } = await create('k');
  expect((await draft('k', { id, version: 1, title: 'Sketch' })).title).toBe('Sketch');
});

test.each(['', ' ', 'a b', 'ü', 'x'.repeat(201)])('"%s" is no key', async (key) => {
  const { statusCode, body } = await app.http.inject({
    method: 'POST',
    url: createPost.path,
    payload: fields,
    headers: { cookie, 'idempotency-key': key },
  });
  expect([statusCode, JSON.parse(body).code]).toEqual([400, 'invalid_input']);
});
