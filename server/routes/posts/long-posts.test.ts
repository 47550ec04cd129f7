import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { getPostById } from '#shared/contract/posts/posts.ts';
import { createPost, saveDraft, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { searchPosts } from '#shared/contract/search.ts';
import { deleteTag, listTags, updateTag } from '#shared/contract/tags.ts';
import { longTest } from '#tests/long-test.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask, refused } from '../../test-call.ts';

// Long posts are written by a thread on a connection of its own (decision 21). SQLite shows this: data_version changes
// only when another connection writes.

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => {
  app.database.sqlite.exec('delete from blog_posts; delete from tags');
  app.cache.invalidate();
});
afterAll(() => app.close());

/** A text that is long but rendered in no time, because a code block is one piece. */
const code = `\`\`\`\n${`${'and more words '.repeat(5)}\n`.repeat(1400)}\`\`\``;
const long = (first: string, last: string) => `${first}\n\n${code}\n\n${last}`;
const fields = {
  title: 'A long post',
  slug: 'long',
  excerpt: 'Long.',
  content: long('Aardvark', 'bison'),
  categoryId: 1,
  published: true,
  readTime: 1,
} satisfies Partial<PostFields>;
const create = async (body: object = fields, headers: Record<string, string> = {}) =>
  (await ask(app.http, createPost, { body, cookie, headers })).body;
const update = async (id: number, body: object) =>
  (await ask(app.http, updatePost, { params: { id }, body, cookie })).body;
const found = async (word: string) => (await ask(app.http, searchPosts, { query: { q: word } })).body.length;
const foreignWrites = () => Number(app.database.sqlite.pragma('data_version', { simple: true }));

test('a long post is stored by the thread and found at once, by its first word and by its last', async () => {
  const before = foreignWrites();
  const post = await create();
  expect(foreignWrites()).toBeGreaterThan(before);
  expect([await found('aardvark'), await found('bison')]).toEqual([1, 1]);
  expect((await app.http.inject('/post/long')).statusCode).toBe(200);
  const changed = await update(post.id, { content: long('Chinchilla', 'dormouse'), version: 1 });
  expect(changed).toMatchObject({ version: 2, slug: 'long' });
  expect(await Promise.all(['aardvark', 'bison', 'chinchilla', 'dormouse'].map(found))).toEqual([0, 0, 1, 1]);
  app.database.sqlite.exec("insert into post_search (post_search, rank) values ('integrity-check', 1)");
});

test('a long text that becomes short, or keeps its length under another title, is the thread’s too; others are not', async () => {
  const short = await create({ ...fields, slug: 'short', content: 'Few words.' });
  const post = await create();
  let seen = foreignWrites();
  await update(short.id, { content: 'Other words.' });
  expect(foreignWrites()).toBe(seen);
  await update(post.id, { title: 'Echidna' });
  expect(foreignWrites()).toBeGreaterThan(seen);
  expect(await found('echidna')).toBe(1);
  seen = foreignWrites();
  await update(post.id, { content: 'Short.' });
  expect(foreignWrites()).toBeGreaterThan(seen);
  expect(await found('aardvark')).toBe(0);
});

test('what the thread refuses is refused in the same words, and nothing of it is stored', async () => {
  const post = await create();
  const twin = await refused(app.http, createPost, { body: { ...fields, title: 'Flamingo' }, cookie });
  expect(twin).toMatchObject({ status: 409, code: 'slug_taken' });
  const lost = { ...fields, slug: 'other', title: 'Flamingo', categoryId: 99 };
  expect(await refused(app.http, createPost, { body: lost, cookie })).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'categoryId', message: 'There is no such category' }],
  });
  const stale = { content: long('Flamingo', 'gnu'), version: 7 };
  expect(await refused(app.http, updatePost, { params: { id: post.id }, body: stale, cookie })).toMatchObject({
    code: 'post_conflict',
    current: { id: post.id, version: 1 },
  });
  expect(await found('flamingo')).toBe(0);
});

test('a call made twice under one key makes one long post and gives one answer', async () => {
  const headers = { 'idempotency-key': 'k' };
  const first = await create(fields, headers);
  await update(first.id, { title: 'Changed' });
  expect(await create(fields, headers)).toEqual(first);
  const draft = { id: first.id, title: 'A draft of it', content: long('Heron', 'ibis') };
  const saved = async () => (await ask(app.http, saveDraft, { body: draft, cookie, headers })).body;
  expect(await saved()).toEqual(await saved());
  expect((await ask(app.http, getPostById, { params: { id: first.id }, cookie })).body.version).toBe(3);
});

test('what is asked while the thread writes is answered as if it had been asked after it', async () => {
  const post = await create();
  const long2 = update(post.id, { content: long('Jackdaw', 'kiwi') });
  const others = Array.from({ length: 20 }, (_, number) =>
    create({ ...fields, slug: `short-${number}`, content: 'x' }),
  );
  const pages = Promise.all(['/', '/post/long', '/api/posts'].map((at) => app.http.inject(at)));
  expect((await Promise.all(others)).map(({ version }) => version)).toEqual(Array(20).fill(1));
  expect((await pages).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await long2).version).toBe(2);
});

test('a tag that is renamed, merged or deleted is so in the search of every post', async () => {
  const post = await create({ ...fields, tags: ['Lemur', 'Ocelot'] });
  const tags = (await ask(app.http, listTags, { cookie })).body;
  const idOf = (name: string) => tags.find((tag) => tag.name === name)?.id ?? 0;
  const change = (id: number, body: object) => ask(app.http, updateTag, { params: { id }, body, cookie });
  await change(idOf('Lemur'), { name: 'Newt' });
  expect([await found('lemur'), await found('newt')]).toEqual([0, 1]);
  expect(
    await refused(app.http, updateTag, { params: { id: idOf('Ocelot') }, body: { name: 'newt' }, cookie }),
  ).toMatchObject({ code: 'name_taken' });
  await change(idOf('Lemur'), { mergeInto: idOf('Ocelot') });
  expect([await found('newt'), await found('ocelot')]).toEqual([0, 1]);
  await ask(app.http, deleteTag, { params: { id: idOf('Ocelot') }, cookie });
  expect(await found('ocelot')).toBe(0);
  expect((await ask(app.http, getPostById, { params: { id: post.id }, cookie })).body.tags).toEqual([]);
});

longTest(
  'a post of five thousand headings and one with a picture of 1 × 30,000 pixels are saved and shown',
  async () => {
    const headings = Array.from({ length: 5000 }, (_, index) => `## Part ${index}`).join('\n\n');
    await app.post({ slug: 'headings', content: headings });
    const { statusCode, body } = await app.http.inject('/post/headings');
    expect([statusCode, body.split('<h2').length > 5000]).toEqual([200, true]);
    await app.post({
      slug: 'strip',
      content: '<img src="https://example.org/strip.png" width="1" height="30000" alt="A strip">',
    });
    expect((await app.http.inject('/post/strip')).body).toContain('alt="A strip"');
  },
);
