import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAuthor, deleteAuthor, getAuthor, listAuthors, updateAuthor } from '#shared/contract/authors.ts';
import { createCategory, deleteCategory, listCategories, updateCategory } from '#shared/contract/categories.ts';
import { getArchive, getPost, listPosts } from '#shared/contract/posts/posts.ts';
import { createTag, deleteTag, getTag, listTags, updateTag } from '#shared/contract/tags.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp({ posts: [{ slug: 'one', categoryId: 1, tags: ['Tea', 'Cake'] }] });
  cookie = await app.signIn();
});
afterEach(() => app.close());

const post = async () => (await ask(app.http, getPost, { params: { slug: 'one' } })).body;
const page = async (url = '/') => (await app.http.inject(url)).body;
const fields = { name: 'Gardens', slug: 'gardens', color: 'category-gardens', icon: 'sprout' };

test('a category is made, changed, and shows on the site at once', async () => {
  expect(await page()).not.toContain('Gardens');
  const { body: made } = await ask(app.http, createCategory, { body: fields, cookie });
  expect(made).toEqual({ id: 16, description: '', ...fields });
  expect(await page()).toContain('Gardens');
  const { body: renamed } = await ask(app.http, updateCategory, {
    params: { id: 16 },
    body: { name: 'Plots' },
    cookie,
  });
  expect(renamed).toEqual({ ...made, name: 'Plots' });
  const home = await page();
  expect(home).toContain('Plots');
  expect(home).not.toContain('Gardens');
});

test('two categories never share a name or a slug', async () => {
  const calls = [
    { ...fields, name: 'TECHNOLOGY' },
    { ...fields, slug: 'technology' },
  ];
  for (const body of calls) expect((await refused(app.http, createCategory, { body, cookie })).code).toBe('name_taken');
  const rename = { params: { id: 2 }, body: { slug: 'technology' }, cookie };
  expect((await refused(app.http, updateCategory, rename)).code).toBe('name_taken');
  expect((await refused(app.http, updateCategory, { ...rename, params: { id: 99 } })).code).toBe('not_found');
});

test.each([
  ['a slug with a slash', { slug: 'a/b' }],
  ['a slug with a dot', { slug: '..' }],
  ['a blank name', { name: ' ' }],
])('%s makes no category', async (_what, wrong) => {
  expect((await refused(app.http, createCategory, { body: { ...fields, ...wrong }, cookie })).code).toBe(
    'invalid_input',
  );
});

test('a category in use goes only when it is said where its posts go', async () => {
  const params = { id: 1 };
  expect((await refused(app.http, deleteCategory, { params, cookie })).code).toBe('still_in_use');
  expect((await refused(app.http, deleteCategory, { params, query: { moveTo: 1 }, cookie })).code).toBe('still_in_use');
  expect((await refused(app.http, deleteCategory, { params, query: { moveTo: 99 }, cookie })).code).toBe('not_found');
  await ask(app.http, deleteCategory, { params, query: { moveTo: 3 }, cookie });
  expect((await post()).category.id).toBe(3);
  expect((await refused(app.http, deleteCategory, { params, cookie })).code).toBe('not_found');
  expect((await app.http.inject('/category/technology')).statusCode).toBe(404);
});

test('the last category and the last author stay, because every post needs one', async () => {
  await app.database.db.deleteFrom('blog_posts').execute();
  const { body: categories } = await ask(app.http, listCategories);
  const [last, ...others] = categories;
  for (const { id } of others) await ask(app.http, deleteCategory, { params: { id }, cookie });
  expect((await refused(app.http, deleteCategory, { params: { id: last?.id ?? 0 }, cookie })).code).toBe(
    'still_in_use',
  );
  expect((await refused(app.http, deleteAuthor, { params: { id: 1 }, cookie })).code).toBe('still_in_use');
});

test('a tag is made, renamed on all posts, and taken off them', async () => {
  const { body: made } = await ask(app.http, createTag, { body: { name: 'Crème brûlée' }, cookie });
  expect(made.slug).toBe('creme-brulee');
  expect((await refused(app.http, createTag, { body: { name: 'creme BRULEE' }, cookie })).code).toBe('name_taken');
  const tea = (await post()).tagList.find(({ name }) => name === 'Tea')?.id ?? 0;
  await ask(app.http, updateTag, { params: { id: tea }, body: { name: 'Green tea' }, cookie });
  expect((await post()).tags).toEqual(['Green tea', 'Cake']);
  expect(await page('/post/one')).toContain('Green tea');
  await ask(app.http, deleteTag, { params: { id: tea }, cookie });
  expect((await post()).tags).toEqual(['Cake']);
  expect((await refused(app.http, deleteTag, { params: { id: tea }, cookie })).code).toBe('not_found');
});

test('a tag that is merged gives its posts to the other', async () => {
  const [tea, cake] = (await post()).tagList;
  await app.post({ slug: 'two', tags: ['Cake'] });
  const merge = { params: { id: cake?.id ?? 0 }, body: { mergeInto: tea?.id ?? 0 }, cookie };
  expect((await ask(app.http, updateTag, merge)).body).toEqual(tea);
  expect((await ask(app.http, listTags, { cookie })).body).toEqual([tea]);
  const { body: tagged } = await ask(app.http, listPosts, { query: { tag: 'tea' } });
  expect(tagged.map(({ slug }) => slug).sort()).toEqual(['one', 'two']);
  expect((await refused(app.http, updateTag, merge)).code).toBe('not_found');
});

test('a tag that is neither renamed nor merged is answered as it is', async () => {
  const [tea] = (await post()).tagList;
  expect((await ask(app.http, updateTag, { params: { id: tea?.id ?? 0 }, body: {}, cookie })).body).toEqual(tea);
  expect((await refused(app.http, updateTag, { params: { id: 99 }, body: {}, cookie })).code).toBe('not_found');
});

test('an author is made, changed, and replaced by another', async () => {
  const { body: made } = await ask(app.http, createAuthor, {
    body: { name: 'Bea', email: 'bea@secret.example' },
    cookie,
  });
  expect(made).toEqual({
    id: 2,
    name: 'Bea',
    slug: 'bea',
    email: 'bea@secret.example',
    bio: '',
    avatar: null,
  });
  const twin = { name: 'B', email: 'BEA@secret.example' };
  expect((await refused(app.http, createAuthor, { body: twin, cookie })).code).toBe('name_taken');
  await ask(app.http, updateAuthor, { params: { id: 2 }, body: { bio: 'Writes.' }, cookie });
  expect((await refused(app.http, deleteAuthor, { params: { id: 1 }, cookie })).code).toBe('still_in_use');
  await ask(app.http, deleteAuthor, { params: { id: 1 }, query: { moveTo: 2 }, cookie });
  expect((await post()).author).toEqual({ id: 2, name: 'Bea', slug: 'bea', bio: 'Writes.', avatar: null });
});

test('an author’s e-mail address is for the owner alone', async () => {
  await ask(app.http, createAuthor, { body: { name: 'Bea', email: 'bea@secret.example' }, cookie });
  expect(JSON.stringify((await ask(app.http, listAuthors)).body)).not.toContain('secret.example');
  const forged = 'ninefold.sid=forged.signature';
  expect(JSON.stringify((await ask(app.http, listAuthors, { cookie: forged })).body)).not.toContain('email');
  const { body } = await ask(app.http, listAuthors, { cookie });
  expect(body.find(({ name }) => name === 'Bea')?.email).toBe('bea@secret.example');
});

test('an author and a tag are asked for by slug: a tag no live post carries is there for the owner alone', async () => {
  const author = { id: 1, name: 'Ada Byron', slug: 'ada-byron', bio: 'Writes about engines.', avatar: null };
  expect((await ask(app.http, getAuthor, { params: { slug: 'ada-byron' } })).body).toEqual({ ...author, postCount: 1 });
  expect((await refused(app.http, getAuthor, { params: { slug: "' or 1=1 --" } })).code).toBe('not_found');
  const { body: tag } = await ask(app.http, getTag, { params: { slug: 'tea' } });
  expect(tag).toMatchObject({ name: 'Tea', slug: 'tea', postCount: 1 });
  await ask(app.http, createTag, { body: { name: 'Cocoa' }, cookie });
  expect((await refused(app.http, getTag, { params: { slug: 'cocoa' } })).code).toBe('not_found');
  expect((await ask(app.http, getTag, { params: { slug: 'cocoa' }, cookie })).body.postCount).toBe(0);
});

test('the archive counts the live posts of each month, and a list can be of one author, year or month', async () => {
  for (const [slug, publishedAt] of Object.entries({
    newyear: '2024-01-01T00:00:00.000Z',
    eve: '2023-12-31T23:59:59.999Z',
    spring: '2023-04-10T00:00:00.000Z',
  })) {
    await app.post({ slug, publishedAt });
  }
  await app.post({ slug: 'draft', published: false, publishedAt: '2022-04-10T00:00:00.000Z' });
  const { body } = await ask(app.http, getArchive);
  expect(body.slice(1)).toEqual([
    { month: '2024-01', posts: 1 },
    { month: '2023-12', posts: 1 },
    { month: '2023-04', posts: 1 },
  ]);
  const listed = async (query: { author?: string; period?: string }) =>
    (await ask(app.http, listPosts, { query })).body.map(({ slug }) => slug);
  expect(await listed({ period: '2023' })).toEqual(['eve', 'spring']);
  expect(await listed({ period: '2023-12' })).toEqual(['eve']);
  expect(await listed({ author: 'ada-byron', period: '2024' })).toEqual(['newyear']);
  expect(await listed({ author: 'nobody' })).toEqual([]);
  for (const period of ['2023-13', '23', "2023' or 1=1"]) {
    expect((await refused(app.http, listPosts, { query: { period } })).code).toBe('invalid_input');
  }
});
