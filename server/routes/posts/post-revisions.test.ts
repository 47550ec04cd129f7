import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAuthor, deleteAuthor } from '#shared/contract/authors.ts';
import { listPostRevisions, restorePostRevision } from '#shared/contract/posts/post-revisions.ts';
import { deletePost, saveDraft, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask, refused } from '../../test-call.ts';

let app: TestApp;
let cookie: string;
let id: number;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
  id = await app.post({ title: 'First', slug: 'first', content: 'One.', tags: ['A'], categoryId: 1 });
});
afterEach(() => app.close());

const update = async (body: object, post = id) =>
  (await ask(app.http, updatePost, { params: { id: post }, body, cookie })).body;
const revisions = async (query: Record<string, string> = {}) =>
  ask(app.http, listPostRevisions, { params: { id }, query, cookie });
const restore = async (revisionId: number) =>
  (await ask(app.http, restorePostRevision, { params: { id, revisionId }, cookie })).body;
const ofVersion = async (version: number) =>
  (await revisions()).body.find((revision) => revision.version === version)?.id ?? 0;

test('every save keeps what was there before it, newest first', async () => {
  await update({ title: 'Second' });
  await update({ content: 'Three.' });
  const { body, headers } = await revisions();
  expect(body).toMatchObject([
    { postId: id, version: 2, title: 'Second', content: 'One.' },
    { postId: id, version: 1, title: 'First', slug: 'first', content: 'One.' },
  ]);
  expect(headers['x-total-count']).toBe('2');
  expect((await revisions({ limit: '1' })).headers.link).toContain('rel="next"');
});

test('a revision comes back whole, and can be taken back itself', async () => {
  await update({ title: 'Second', content: 'Two.', tags: ['B', 'C'], categoryId: 3, metaTitle: 'M' });
  const restored = await restore(await ofVersion(1));
  expect(restored).toMatchObject({ version: 3, title: 'First', content: 'One.', tags: ['A'], metaTitle: null });
  expect(restored.category.id).toBe(1);
  expect(restored.html).toContain('One.');
  expect((await app.http.inject('/post/first')).body).toContain('One.');
  const undone = await restore(await ofVersion(2));
  expect(undone).toMatchObject({ version: 4, title: 'Second', content: 'Two.', tags: ['B', 'C'], metaTitle: 'M' });
});

test('restoring neither publishes nor unpublishes', async () => {
  await ask(app.http, saveDraft, { body: { id, title: 'Draft' }, cookie });
  expect(await restore(await ofVersion(1))).toMatchObject({ title: 'First', published: false });
  const live = await update({ published: true });
  expect(live.published).toBe(true);
  expect(await restore(await ofVersion(2))).toMatchObject({
    title: 'Draft',
    published: true,
    publishedAt: live.publishedAt,
  });
});

test('what is blank in a revision cannot be what readers see', async () => {
  await ask(app.http, saveDraft, { body: { id, title: 'Draft', content: '' }, cookie });
  await update({ content: 'Two.', published: true });
  const call = { params: { id, revisionId: await ofVersion(2) }, cookie };
  expect((await refused(app.http, restorePostRevision, call)).message).toBe('Content is required');
});

test('a slug another post has now, and an author who is gone, stay as they are', async () => {
  const { body: author } = await ask(app.http, createAuthor, { body: { name: 'B', email: 'b@example.org' }, cookie });
  await update({ authorId: author.id });
  await update({ authorId: 1, slug: 'moved', title: 'Second' });
  await ask(app.http, deleteAuthor, { params: { id: author.id }, cookie });
  await app.post({ slug: 'first' });
  expect(await restore(await ofVersion(2))).toMatchObject({ title: 'First', slug: 'moved', author: { id: 1 } });
});

test('a revision another version of the program has kept is restored as far as it can be read', async () => {
  await update({ title: 'Second', metaTitle: 'Now', metaDescription: 'Now', productApp: 'Now', readTime: 9 });
  const record = {
    categoryId: 3,
    readTime: 'long',
    publishedAt: 'never',
    tags: ['B', 5],
    metaTitle: 5,
    metaDescription: 'Then',
    ofAnotherProgram: 'x',
  };
  const keep = app.database.sqlite.prepare('update post_revisions set fields = ?');
  keep.run(JSON.stringify(record));
  const restored = await restore(await ofVersion(1));
  // A field that the record does not name was empty; a field that cannot be read stays as it is.
  expect(restored).toMatchObject({ title: 'First', metaDescription: 'Then', productApp: null });
  expect(restored).toMatchObject({ readTime: 9, metaTitle: 'Now', tags: ['A'] });
  expect(restored.category.id).toBe(3);
  const unread = async () => (await revisions()).body.find(({ version }) => version === 1)?.unread;
  expect(await unread()).toEqual(['metaTitle', 'readTime', 'publishedAt', 'tags', 'ofAnotherProgram']);
  // The record was restored and its unread fields were told; it is still there for a program that can read them.
  expect(app.database.sqlite.prepare('select fields from post_revisions where version = 1').pluck().get()).toBe(
    JSON.stringify(record),
  );
  for (const none of ['[]', 'null', '"text"', '5']) {
    keep.run(none);
    expect(await unread()).toContain('categoryId');
    expect(await restore(await ofVersion(1))).toMatchObject({ title: 'First', category: { id: 3 }, tags: ['A'] });
  }
});

test('revisions are those of their own post, and of one that is there', async () => {
  await update({ title: 'Second' });
  const other = await app.post({ slug: 'other' });
  const revisionId = await ofVersion(1);
  const wrong = { params: { id: other, revisionId }, cookie };
  expect((await refused(app.http, restorePostRevision, wrong)).code).toBe('not_found');
  await ask(app.http, deletePost, { params: { id }, cookie });
  expect((await refused(app.http, listPostRevisions, { params: { id }, cookie })).code).toBe('post_not_found');
  expect((await refused(app.http, restorePostRevision, { params: { id, revisionId }, cookie })).code).toBe(
    'post_not_found',
  );
});
