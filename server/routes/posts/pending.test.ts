import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BodyOf, Endpoint } from '#shared/contract/endpoint.ts';
import {
  discardPendingChange,
  getPendingChange,
  keepPendingChange,
  publishPendingChange,
} from '#shared/contract/posts/pending.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { getPost, listPosts } from '#shared/contract/posts/posts.ts';
import { createPost, deletePost, undeletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask as askOf, type CallInput, refused as refusedOf } from '../../test-call.ts';

const HOUR = 3_600_000;

const fieldsOf = (slug: string) => ({ title: 'T', slug, excerpt: 'E', content: 'C', categoryId: 2, readTime: 1 });

let app: TestApp;
let cookie: string;
let post: Post;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
  post = await ask(createPost, {
    body: {
      title: 'Nine folds',
      slug: 'nine-folds',
      excerpt: 'How to fold.',
      content: 'One.\n\nTwo.\n\nThree.',
      categoryId: 2,
      readTime: 5,
      published: true,
    },
  });
});
afterEach(() => app.close());

const ask = async <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  (await askOf(app.http, endpoint, { cookie, ...input })).body;
const refused = async <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  (await refusedOf(app.http, endpoint, { cookie, ...input })).code;

const at = () => ({ params: { id: post.id } });
const keep = (body: Partial<BodyOf<typeof keepPendingChange>>) =>
  ask(keepPendingChange, { ...at(), body: { title: post.title, version: post.version, ...body } });
const update = async (fields: Partial<BodyOf<typeof updatePost>>) => {
  post = await ask(updatePost, { ...at(), body: { ...fields, version: post.version } });
};
const soon = (ms: number) => new Date(app.clock.now() + ms).toISOString();
/** The post as readers see it. */
const seen = async () => (await askOf(app.http, getPost, { params: { slug: 'nine-folds' } })).body;
const inList = async () => (await ask(listPosts)).find(({ id }) => id === post.id)?.pending;

test('readers see the old text until the owner puts the change in its place, which is a revision then', async () => {
  expect(await refused(getPendingChange, at())).toBe('not_found');
  await keep({ content: 'One.\n\nTwo, anew.\n\nThree.', excerpt: 'Folding anew.' });
  expect((await seen()).html).not.toContain('anew');
  expect((await app.http.inject('/post/nine-folds')).body).not.toContain('anew');
  expect(await inList()).toEqual({ version: 1, dueAt: null, problem: null });
  expect((await ask(listPosts, { query: { status: 'pending' } })).map(({ id }) => id)).toEqual([post.id]);
  const readers = (await askOf(app.http, listPosts, { query: { status: 'pending' } })).body;
  expect(readers.map((each) => 'pending' in each)).toEqual(readers.map(() => false));

  const published = await ask(publishPendingChange, at());
  expect(published).toMatchObject({ version: 2, excerpt: 'Folding anew.', publishedAt: post.publishedAt });
  expect((await seen()).html).toContain('Two, anew.');
  expect(await inList()).toBeUndefined();
  expect(await refused(publishPendingChange, at())).toBe('not_found');
});

test('what is edited in the live text meanwhile is merged by block', async () => {
  await keep({ content: 'One.\n\nTwo.\n\nThree, later.' });
  await update({ content: 'One, now.\n\nTwo.\n\nThree.', title: 'Nine folds, again' });
  expect(await ask(getPendingChange, at())).toMatchObject({ isMergeable: true, baseVersion: 1 });
  expect(await ask(publishPendingChange, at())).toMatchObject({
    content: 'One, now.\n\nTwo.\n\nThree, later.',
    title: 'Nine folds, again',
  });
});

test('a change at a set time is put in place then, once, also where the server was down', async () => {
  await keep({ content: 'Later.', dueAt: soon(HOUR) });
  const { pendingChanges } = app.services;
  expect(await pendingChanges.publishDue()).toBe(soon(HOUR));
  expect((await seen()).version).toBe(1);
  app.clock.advance(3 * HOUR);
  // Two runs at once, as at the start of a server.
  await Promise.all([pendingChanges.publishDue(), pendingChanges.publishDue()]);
  expect(await seen()).toMatchObject({ version: 2, html: '<p>Later.</p>' });
  expect(await pendingChanges.publishDue()).toBeNull();
});

test('a change that needs a question is not put in place: the live text stays, and the list says so', async () => {
  await keep({ content: 'One.\n\nTwo, later.\n\nThree.', dueAt: soon(HOUR) });
  await update({ content: 'One.\n\nTwo, now.\n\nThree.' });
  expect((await ask(getPendingChange, at())).isMergeable).toBe(false);
  expect(await refused(publishPendingChange, at())).toBe('pending_conflict');
  app.clock.advance(2 * HOUR);
  expect(await app.services.pendingChanges.publishDue()).toBeNull();
  expect((await seen()).html).toContain('Two, now.');
  expect((await inList())?.problem).toContain('does not go together');
  // Stored again, made from the current text, the change has no conflict any more.
  await keep({ content: 'One.\n\nTwo, both.\n\nThree.', dueAt: soon(HOUR) });
  expect((await inList())?.problem).toBeNull();
  app.clock.advance(HOUR);
  await app.services.pendingChanges.publishDue();
  expect((await seen()).html).toContain('Two, both.');
});

test('a change made from an older version is kept with that version as its base', async () => {
  const edited = post.version;
  await update({ content: 'One, now.\n\nTwo.\n\nThree.' });
  const kept = await keep({ content: 'One.\n\nTwo.\n\nThree, later.', version: edited });
  expect(kept).toMatchObject({ baseVersion: edited, base: { content: 'One.\n\nTwo.\n\nThree.' }, isMergeable: true });
  expect(await refused(keepPendingChange, { ...at(), body: { title: 'T', version: 99 } })).toBe('post_conflict');
});

test('a change goes with the save that says what it says; any other save leaves it', async () => {
  await keep({ content: 'One.\n\nTwo, later.\n\nThree.', title: 'Folding' });
  await update({ content: 'One.\n\nTwo, later.\n\nThree.' });
  expect(await inList()).toMatchObject({ version: 1 });
  // Opened in the form, the change is merged with the current post, and both are saved together.
  await update({ excerpt: 'Folds.' });
  await update({ title: 'Folding' });
  expect(await inList()).toBeUndefined();
  expect(await refused(getPendingChange, at())).toBe('not_found');
});

test('a waiting change that cannot be read never stands in the way of a save', async () => {
  await keep({ content: 'Later.' });
  await app.database.db.updateTable('pending_changes').set({ fields: '{' }).execute();
  await update({ content: 'Now.' });
  expect((await seen()).html).toBe('<p>Now.</p>');
  expect(await inList()).toBeDefined();
});

test('two who edit the same change do not overwrite each other', async () => {
  const { version } = await keep({ content: 'First.', pendingVersion: 0 });
  await keep({ content: 'Second.', pendingVersion: version });
  const body = { title: post.title, content: 'Third.', pendingVersion: version };
  expect(await refused(keepPendingChange, { ...at(), body })).toBe('pending_conflict');
  expect((await ask(getPendingChange, at())).fields.content).toBe('Second.');
});

test('a change that no post could be is refused; a slug that is taken by its time stays with its reason', async () => {
  const body = { title: post.title, content: '   ' };
  expect(await refused(keepPendingChange, { ...at(), body })).toBe('invalid_input');
  expect(await refused(keepPendingChange, { ...at(), body: { title: 'T', slug: 'admin' } })).toBe('invalid_input');
  await keep({ slug: 'tenfold', dueAt: soon(HOUR) });
  await ask(createPost, { body: fieldsOf('tenfold') });
  app.clock.advance(HOUR);
  await app.services.pendingChanges.publishDue();
  expect((await inList())?.problem).toContain('slug');
});

test('a change of a post in the bin waits until the post is back; a discarded one is gone', async () => {
  await keep({ content: 'Later.', dueAt: soon(HOUR) });
  await ask(deletePost, at());
  app.clock.advance(2 * HOUR);
  expect(await app.services.pendingChanges.publishDue()).toBeNull();
  await ask(undeletePost, at());
  await app.services.pendingChanges.publishDue();
  expect((await seen()).html).toContain('Later.');

  post = { ...post, version: 2 };
  await keep({ content: 'Never.' });
  await ask(discardPendingChange, at());
  expect(await refused(getPendingChange, at())).toBe('not_found');
  expect(await refused(discardPendingChange, at())).toBe('not_found');
});

test('a change that cannot be read is told of and kept, and holds up no other', async () => {
  await keep({ content: 'Broken.', dueAt: soon(HOUR) });
  await app.database.db.updateTable('pending_changes').set({ fields: '{"content":' }).execute();
  const broken = post;
  const { id } = await ask(createPost, { body: { ...fieldsOf('tenfold'), published: true } });
  await ask(keepPendingChange, { params: { id }, body: { title: 'T', content: 'Later.', dueAt: soon(2 * HOUR) } });
  app.clock.advance(3 * HOUR);
  expect(await app.services.pendingChanges.publishDue()).toBeNull();
  expect((await askOf(app.http, getPost, { params: { slug: 'tenfold' } })).body.html).toBe('<p>Later.</p>');
  expect((await inList())?.problem).toContain('cannot be read');
  expect(await refused(getPendingChange, { params: { id: broken.id } })).toBe('pending_conflict');
  await ask(discardPendingChange, at());
  expect(await inList()).toBeUndefined();
});
