import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR, makePost, NOW } from '#server/repositories/blog-fixture.ts';
import { listRevisions } from '#server/repositories/posts/post-revisions.ts';
import { type ImportSite, openImportSite } from '../import/import-fixture.ts';
import { createPostWriter, type PostWriter } from './post-writer.ts';

let site: ImportSite;
let writer: PostWriter;

beforeEach(async () => {
  site = await openImportSite();
  writer = createPostWriter({ db: site.db, clock: { now: () => site.time.now }, content: site.content });
});
afterEach(() => site.close());

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

test('what a new post leaves open is derived from its title and text', async () => {
  const post = await writer.create({ title: 'Größe & Ehre', content: `# Größe\n\n${words(401)}.`, categoryId: 1 });
  expect(post).toMatchObject({ slug: 'grosse-ehre', published: false, publishedAt: null, readTime: 3, version: 1 });
  expect(post.excerpt).toMatch(/^word0 word1 .*…$/);
  expect(post.html).toContain('<h2');
});

test('an excerpt that was emptied stays empty', async () => {
  expect((await writer.create({ title: 'A', content: 'Text.', excerpt: '', categoryId: 1 })).excerpt).toBe('');
});

test('a derived slug is numbered where it is taken or the name of a page', async () => {
  await makePost(site, { slug: 'a-walk' });
  expect((await writer.create({ title: 'A walk', content: 'Text.', categoryId: 1 })).slug).toBe('a-walk-2');
  expect((await writer.create({ title: 'A walk', content: 'Text.', categoryId: 1 })).slug).toBe('a-walk-3');
  expect((await writer.create({ title: 'About', content: 'Text.', categoryId: 1 })).slug).toBe('about-2');
  expect((await writer.create({ title: '🎉', content: 'Text.', categoryId: 1 })).slug).toBe('post-2');
});

test('a slug that was chosen is refused where it is reserved or taken', async () => {
  const post = { title: 'A', content: 'Text.', categoryId: 1 };
  await expect(writer.create({ ...post, slug: 'search' })).rejects.toMatchObject({ code: 'invalid_input' });
  const { slug, id } = await makePost(site);
  await expect(writer.create({ ...post, slug })).rejects.toMatchObject({ code: 'slug_taken' });
  await expect(writer.update(id, { slug: 'admin' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a save that changes nothing writes nothing', async () => {
  const post = await writer.create({
    title: 'A',
    content: 'Text.',
    categoryId: 1,
    tags: ['Tea', 'Cups'],
    published: true,
  });
  site.time.now += HOUR;
  const same = await writer.update(post.id, {
    title: 'A',
    content: 'Text.',
    categoryId: 1,
    authorId: 0,
    tags: ['tea', 'Cups', 'TEA'],
    featuredImage: '',
    metaTitle: null,
    published: true,
    publishedAt: null,
  });
  expect(same).toEqual({ post, outcome: 'unchanged' });
  expect((await listRevisions(site.db, post.id, {})).total).toBe(0);
});

test('a stale save is a conflict, also where it would change nothing', async () => {
  const post = await writer.create({ title: 'A', content: 'Text.', categoryId: 1 });
  await writer.update(post.id, { title: 'B' }, { version: 1 });
  await expect(writer.update(post.id, { title: 'C' }, { version: 1 })).rejects.toMatchObject({ code: 'post_conflict' });
  await expect(writer.update(post.id, { title: 'B' }, { version: 1 })).rejects.toMatchObject({ code: 'post_conflict' });
  await expect(writer.update(999, { title: 'B' })).rejects.toMatchObject({ code: 'post_not_found' });
});

test('new text is rendered and counted again, unless a read time was chosen', async () => {
  const post = await writer.create({ title: 'A', content: 'Text.', categoryId: 1, readTime: 9 });
  expect(post.readTime).toBe(9);
  const longer = await writer.update(post.id, { content: words(900) });
  expect(longer).toMatchObject({ outcome: 'updated', post: { readTime: 5, version: 2 } });
  const chosen = await writer.update(post.id, { content: 'Short.', readTime: 5 });
  expect(chosen.post).toMatchObject({ readTime: 5, html: '<p>Short.</p>' });
});

test('the post at a slug is changed, or made where there is none', async () => {
  const post = { slug: 'walks', title: 'Walks', content: 'Text.', categoryId: 1 };
  expect((await writer.upsert(post)).outcome).toBe('created');
  expect((await writer.upsert(post)).outcome).toBe('unchanged');
  expect(await writer.upsert({ ...post, title: 'Long walks' })).toMatchObject({
    outcome: 'updated',
    post: { title: 'Long walks', version: 2 },
  });
  expect(await site.posts()).toHaveLength(1);
});

test('a post from elsewhere keeps its times', async () => {
  const times = { createdAt: NOW - 100 * HOUR, updatedAt: NOW - 50 * HOUR };
  const post = await writer.create({ title: 'A', content: 'Text.', categoryId: 1, published: true }, times);
  const stored = (await site.posts())[0];
  expect(stored).toEqual(post);
  expect(post.createdAt).toBe(new Date(times.createdAt).toISOString());
  expect(post.updatedAt).toBe(new Date(times.updatedAt).toISOString());
  expect(post.publishedAt).toBe(post.createdAt);
});
