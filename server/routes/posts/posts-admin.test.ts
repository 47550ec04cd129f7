import { expect, test } from 'vitest';
import { keepPendingChange } from '#shared/contract/posts/pending.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { getPost, getPostById, listPosts } from '#shared/contract/posts/posts.ts';
import { createPost, deletePost, saveDraft, undeletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { PICTURE_IS_NOT_SENT, waitingPictureAddress } from '#shared/kernel/waiting-picture.ts';
import { baseOfValues } from '#shared/workspace/post-base.ts';
import { valuesOfPost } from '#shared/workspace/post-values.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { DAY, HOUR } from '../../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask, refused } from '../../test-call.ts';

// Abuse cases 11 to 14.

let app: TestApp;
let cookie: string;
/** Begins the app anew, for a test that looks at all there is, or that leaves behind what other tests would meet. */
const beginAnew = sharedByFile(
  async () => {
    app = await createTestApp();
    cookie = await app.signIn();
  },
  () => app.close(),
);

const fields = {
  title: 'Nine folds',
  slug: 'nine-folds',
  excerpt: 'How to fold.',
  content: 'Take a *sheet*.',
  categoryId: 2,
  authorId: 0,
  published: true,
  featured: true,
  readTime: 5,
} satisfies PostFields;

const create = async (body: Partial<PostFields> = {}) =>
  (await ask(app.http, createPost, { body: { ...fields, ...body }, cookie })).body;
const update = async (id: number, body: object) =>
  (await ask(app.http, updatePost, { params: { id }, body, cookie })).body;
const draft = async (body: object) => (await ask(app.http, saveDraft, { body, cookie })).body;
const refuseCreate = (body: object) => refused(app.http, createPost, { body: { ...fields, ...body }, cookie });
const refuseUpdate = (id: number, body: object) => refused(app.http, updatePost, { params: { id }, body, cookie });
const refuseDraft = (body: object) => refused(app.http, saveDraft, { body, cookie });
const status = async (slug: string) => (await app.http.inject(`/post/${slug}`)).statusCode;
const home = async () => (await app.http.inject('/')).body;

test('a post that names a picture of some computer is not stored, by whichever call', async () => {
  const { id } = await create({ slug: 'with-pictures' });
  const address = waitingPictureAddress('11111111-2222-4333-8444-555555555555');
  const content = `Look:\n\n![](${address})`;
  for (const refusal of [
    await refuseCreate({ slug: 'other', content }),
    await refuseUpdate(id, { content }),
    await refuseUpdate(id, { featuredImage: address }),
    await refuseDraft({ id, title: 'T', content }),
    await refused(app.http, keepPendingChange, { params: { id }, body: { title: 'T', content }, cookie }),
  ]) {
    const path = refusal.issues?.[0]?.path === 'featuredImage' ? 'featuredImage' : 'content';
    expect(refusal).toMatchObject({ code: 'invalid_input', issues: [{ path, message: PICTURE_IS_NOT_SENT }] });
  }
});

test('a post is made as it was sent, rendered, and shows at once', async () => {
  await beginAnew();
  expect(await home()).not.toContain('Nine folds');
  const post = await create({ tags: ['Paper', 'Tea'], metaTitle: 'M', featuredImage: 'https://a.example/b.jpg' });
  expect(post).toMatchObject({
    ...{ title: 'Nine folds', slug: 'nine-folds', excerpt: 'How to fold.', content: 'Take a *sheet*.', version: 1 },
    ...{ published: true, featured: true, readTime: 5, views: 0, tags: ['Paper', 'Tea'], metaTitle: 'M' },
    publishedAt: new Date(app.clock.now()).toISOString(),
    category: { id: 2, slug: 'lifestyle' },
    author: { id: 1 },
  });
  expect(post.html).toContain('<p>Take a sheet.</p>');
  expect(await home()).toContain('Nine folds');
  expect(await status('nine-folds')).toBe(200);
});

test('what a post is not asked for cannot be set', async () => {
  await beginAnew();
  const more = { id: 77, views: 9, version: 5, createdAt: '2001-01-01T00:00:00Z', deletedAt: 'x', html: '<b>' };
  const { body: post } = await ask(app.http, createPost, { body: { ...fields, ...more }, cookie });
  expect(post).toMatchObject({ id: 1, views: 0, version: 1, deletedAt: null });
  expect(post.createdAt).toBe(new Date(app.clock.now()).toISOString());
  expect((await update(post.id, { views: 9, id: 5, html: '<b>', title: 'X' })).views).toBe(0);
});

test.each([
  [{ title: ' ' }, 'Title is required'],
  [{ slug: '' }, 'Slug is required'],
  [{ excerpt: '' }, 'Excerpt is required'],
  [{ content: '\n' }, 'Content is required'],
  [{ categoryId: 0 }, 'Category is required'],
  [{ categoryId: 99 }, undefined],
  [{ authorId: 99 }, undefined],
  [{ readTime: 0 }, 'Read time is required'],
  [{ featuredImage: 'javascript:alert(1)' }, 'Must be a URL or a path starting /uploads/'],
  [{ publishedAt: 'yesterday' }, undefined],
])('%o makes no post', async (wrong, message) => {
  const before = (await ask(app.http, listPosts, { cookie })).body;
  const refusal = await refuseCreate(wrong);
  expect(refusal.code).toBe('invalid_input');
  if (message) expect(refusal.message).toBe(message);
  expect((await ask(app.http, listPosts, { cookie })).body).toEqual(before);
});

test('a text beyond the bounds is refused, and what is stored stays', async () => {
  await beginAnew();
  const { id } = await create();
  const content = '['.repeat(50_000);
  expect((await refuseUpdate(id, { content, version: 1 })).code).toBe('content_too_complex');
  expect((await ask(app.http, getPost, { params: { slug: fields.slug }, cookie })).body).toMatchObject({ version: 1 });
});

test.each([
  'admin',
  'featured',
  'draft',
  'api',
  'a/b',
  '..',
  '%2e%2e',
  'a b',
  'A',
  '-a',
  'a--b',
  '🎉',
  'a\u202eb',
  '?',
])('no post gets the slug "%s"', async (slug) => {
  expect(await refuseCreate({ slug })).toMatchObject({ code: 'invalid_input', issues: [{ path: 'slug' }] });
  expect((await refuseDraft({ title: 'T', slug })).code).toBe('invalid_input');
  const { id } = await draft({ title: 'T' });
  expect((await refuseUpdate(id, { slug })).code).toBe('invalid_input');
});

test.each([' a-b_c2 ', 'страница', '日本語', '2024'])('a post can have the slug "%s"', async (slug) => {
  const post = await create({ slug });
  expect(post.slug).toBe(slug.trim());
  expect(await status(encodeURIComponent(post.slug))).toBe(200);
});

test('two posts never share a slug; what lies in the bin does not hold its own', async () => {
  await beginAnew();
  const { id } = await create();
  expect((await refuseCreate({})).code).toBe('slug_taken');
  expect((await refuseDraft({ title: 'T', slug: fields.slug })).code).toBe('slug_taken');
  const other = await create({ slug: 'other' });
  expect((await refuseUpdate(other.id, { slug: fields.slug })).code).toBe('slug_taken');
  await ask(app.http, deletePost, { params: { id }, cookie });
  expect((await update(other.id, { slug: fields.slug })).slug).toBe(fields.slug);
});

test('an imported slug that could not be typed today stays when the rest is saved', async () => {
  const id = await app.post({ slug: 'Old.html' });
  expect(await update(id, { slug: 'Old.html', title: 'New' })).toMatchObject({ slug: 'Old.html', title: 'New' });
});

test('a version that fits by its number alone is a conflict: it was given to another text', async () => {
  await beginAnew();
  const made = await create();
  const base = baseOfValues(valuesOfPost(made));
  const other = baseOfValues({ ...valuesOfPost(made), tags: ['of another history'] });
  const conflict = await refuseUpdate(made.id, { title: 'Mine', version: 1, base: other });
  expect(conflict).toMatchObject({ code: 'post_conflict', current: { title: made.title, version: 1 } });
  expect((await refuseDraft({ id: made.id, title: 'Mine', version: 1, base: other })).code).toBe('post_conflict');
  // A base from a program that knows other fields is compared by the fields that both programs know.
  const { tags: _, ...fewer } = base;
  const saved = await update(made.id, { title: 'Mine', version: 1, base: { ...fewer, pace: '0123456789abcd' } });
  expect(saved).toMatchObject({ title: 'Mine', version: 2 });
});

test('a change says which version it was made to; an older one is a conflict that shows what is there', async () => {
  await beginAnew();
  const { id } = await create();
  expect(await update(id, { title: 'Second', version: 1 })).toMatchObject({
    title: 'Second',
    version: 2,
    slug: 'nine-folds',
  });
  const conflict = await refuseUpdate(id, { title: 'Mine', version: 1 });
  expect(conflict).toMatchObject({
    status: 409,
    code: 'post_conflict',
    current: { id, title: 'Second', version: 2, content: fields.content },
  });
  expect((await refuseDraft({ id, title: 'Mine', version: 1 })).code).toBe('post_conflict');
  expect(await update(id, { title: 'Script' })).toMatchObject({ title: 'Script', version: 3 });
});

test('a save that changes nothing makes no version', async () => {
  await beginAnew();
  const { id } = await create();
  expect((await update(id, { ...fields, version: 1 })).version).toBe(1);
});

test('a change of the address leaves a way from the old one', async () => {
  await beginAnew();
  const { id } = await create();
  await update(id, { slug: 'ten-folds' });
  const old = await app.http.inject('/post/nine-folds');
  expect([old.statusCode, old.headers.location]).toEqual([301, '/post/ten-folds']);
});

test('unpublished, a post is gone for readers at once; published again it keeps its date', async () => {
  await beginAnew();
  const { id, publishedAt } = await create();
  expect(await status('nine-folds')).toBe(200);
  await update(id, { published: false });
  expect(await status('nine-folds')).toBe(404);
  expect(await home()).not.toContain('Nine folds');
  app.clock.advance(DAY);
  expect((await update(id, { published: true })).publishedAt).toBe(publishedAt);
  expect(await status('nine-folds')).toBe(200);
});

test('a draft needs a title only; the slug comes from it, the read time from the words', async () => {
  const post = await draft({ title: 'Ünïcode & Ice' });
  expect(post).toMatchObject({
    slug: 'unicode-ice',
    excerpt: '',
    content: '',
    published: false,
    readTime: 1,
    version: 1,
  });
  expect(post.category.id).toBe(2);
  expect(await draft({ title: 'Unicode ice', slug: ' ', content: 'word '.repeat(401) })).toMatchObject({
    slug: 'unicode-ice-2',
    readTime: 3,
  });
  expect((await refuseDraft({ title: ' ' })).message).toBe('Title is required');
  expect((await refuseDraft({ id: 99, title: 'T' })).code).toBe('post_not_found');
});

test.each(['', '🎉🎉', '日本語', 'Admin', 'İ', 'x'.repeat(300)])(
  'a draft called "%s…" gets a slug it can have',
  async (title) => {
    const slugs = [(await draft({ title: title || '!' })).slug, (await draft({ title: title || '!' })).slug];
    expect(new Set(slugs).size).toBe(2);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  },
);

test('saved as a draft, a live post is live no more', async () => {
  await beginAnew();
  const { id } = await create();
  expect(await status('nine-folds')).toBe(200);
  expect(await draft({ id, title: 'Nine folds', version: 1 })).toMatchObject({
    id,
    published: false,
    version: 2,
    content: fields.content,
  });
  expect(await status('nine-folds')).toBe(404);
});

test('a draft whose slug is emptied gets the one of its title, its own when it has that already', async () => {
  const { id } = await draft({ title: 'One', slug: 'uno' });
  expect((await draft({ id, title: 'One', slug: '' })).slug).toBe('one');
  expect((await draft({ id, title: 'One', slug: '' })).slug).toBe('one');
  await draft({ title: 'Two' });
  expect((await draft({ id, title: 'Two', slug: '' })).slug).toBe('two-2');
});

test('a draft is published when nothing is missing any more', async () => {
  const { id } = await draft({ title: 'Half' });
  const refusal = await refuseUpdate(id, { published: true });
  expect(refusal).toMatchObject({ code: 'invalid_input', message: 'Excerpt is required' });
  expect(refusal.issues?.map(({ path }) => path)).toEqual(['excerpt', 'content']);
  await update(id, { excerpt: 'E', content: 'C', published: true });
  expect(await status('half')).toBe(200);
});

test('a post of tomorrow is scheduled, seen by nobody, and appears in its time', async () => {
  await beginAnew();
  const publishedAt = new Date(app.clock.now() + DAY).toISOString();
  await create({ publishedAt });
  expect(await status('nine-folds')).toBe(404);
  expect((await ask(app.http, listPosts)).body).toEqual([]);
  app.clock.advance(DAY + 1);
  expect(await status('nine-folds')).toBe(200);
});

test('the owner lists by status; a reader gets what is live, whatever is asked', async () => {
  await beginAnew();
  await create();
  await draft({ title: 'Sketch' });
  await create({ slug: 'later', publishedAt: new Date(app.clock.now() + HOUR).toISOString() });
  const { id } = await create({ slug: 'gone' });
  await ask(app.http, deletePost, { params: { id }, cookie });
  const slugs = async (query: Record<string, string>, session?: string) =>
    (await ask(app.http, listPosts, { query, cookie: session })).body.map(({ slug }) => slug).sort();
  expect(await slugs({ status: 'published' }, cookie)).toEqual(['nine-folds']);
  expect(await slugs({ status: 'draft' }, cookie)).toEqual(['sketch']);
  expect(await slugs({ status: 'scheduled' }, cookie)).toEqual(['later']);
  expect(await slugs({ status: 'deleted' }, cookie)).toEqual(['gone']);
  expect(await slugs({}, cookie)).toEqual(['later', 'nine-folds', 'sketch']);
  expect(await slugs({ published: 'false' }, cookie)).toEqual(['later', 'sketch']);
  for (const one of ['published', 'draft', 'scheduled', 'deleted'])
    expect(await slugs({ status: one })).toEqual(['nine-folds']);
});

test('the owner’s words find drafts too, best match first, typing errors forgiven; a reader’s only what is live', async () => {
  await beginAnew();
  await create({ slug: 'aside', title: 'An aside', content: 'It only mentions lighthouse.' });
  await draft({ title: 'Lighthouse keepers' });
  const found = async (query: Record<string, string>, session?: string) => {
    const { body, headers } = await ask(app.http, listPosts, { query, cookie: session });
    return [body.map(({ title }) => title), headers['x-search-meant']];
  };
  expect(await found({ q: 'lighthouse' }, cookie)).toEqual([['Lighthouse keepers', 'An aside'], undefined]);
  expect(await found({ q: 'lihgthouse' }, cookie)).toEqual([['Lighthouse keepers', 'An aside'], 'lighthouse']);
  expect((await found({ q: 'lighthouse', sort: 'title' }, cookie))[0]).toEqual(['An aside', 'Lighthouse keepers']);
  expect((await found({ q: 'lighthouse', status: 'draft' }, cookie))[0]).toEqual(['Lighthouse keepers']);
  expect((await found({ q: '…' }, cookie))[0]).toEqual([]);
  expect((await found({ q: ' ' }, cookie))[0]).toHaveLength(2);
  expect((await found({ q: 'lighthouse', sort: 'views' }))[0]).toEqual(['An aside']);
});

test('a deleted post lies in the bin, comes back as it was, and cannot be changed meanwhile', async () => {
  await beginAnew();
  const post = await create({ tags: ['Paper'] });
  const { id } = post;
  await ask(app.http, deletePost, { params: { id }, cookie });
  expect(await status('nine-folds')).toBe(404);
  expect(await home()).not.toContain('Nine folds');
  expect((await refused(app.http, deletePost, { params: { id }, cookie })).code).toBe('post_not_found');
  expect((await refuseUpdate(id, { title: 'X' })).code).toBe('post_not_found');
  expect((await refuseDraft({ id, title: 'X' })).code).toBe('post_not_found');
  expect((await ask(app.http, undeletePost, { params: { id }, cookie })).body).toEqual(post);
  expect(await status('nine-folds')).toBe(200);
  expect((await refused(app.http, undeletePost, { params: { id }, cookie })).code).toBe('post_not_found');
});

test('a post whose slug was taken meanwhile stays in the bin until it is free', async () => {
  await beginAnew();
  const { id } = await create();
  await ask(app.http, deletePost, { params: { id }, cookie });
  const other = await create();
  expect((await refused(app.http, undeletePost, { params: { id }, cookie })).code).toBe('slug_taken');
  await update(other.id, { slug: 'other' });
  expect((await ask(app.http, undeletePost, { params: { id }, cookie })).body.slug).toBe('nine-folds');
});

test('a draft that is saved again and again leaves the pages of readers where they are', async () => {
  const { id } = await draft({ title: 'Quiet' });
  const { generation } = app.cache;
  for (const content of ['a', 'b', 'c']) await draft({ id, title: 'Quiet', content });
  await ask(app.http, deletePost, { params: { id }, cookie });
  expect(app.cache.generation).toBe(generation);
});

test('the owner reads a post by its id, whatever readers see of it; the bin has none', async () => {
  await beginAnew();
  const byId = async (id: number) => (await ask(app.http, getPostById, { params: { id }, cookie })).body;
  const live = await create();
  expect(await byId(live.id)).toEqual(live);
  const sketch = await draft({ title: 'Sketch', content: 'Words' });
  expect(await byId(sketch.id)).toEqual(sketch);
  const later = await create({ slug: 'later', publishedAt: new Date(app.clock.now() + DAY).toISOString() });
  expect(await byId(later.id)).toEqual(later);
  await ask(app.http, deletePost, { params: { id: live.id }, cookie });
  for (const id of [live.id, 99]) {
    expect((await refused(app.http, getPostById, { params: { id }, cookie })).code).toBe('post_not_found');
  }
  expect((await refused(app.http, getPostById, { params: { id: sketch.id } })).code).toBe('unauthorized');
});

test('a post may be called "by-id"', async () => {
  await create({ slug: 'by-id' });
  expect((await ask(app.http, getPost, { params: { slug: 'by-id' } })).body.slug).toBe('by-id');
});
