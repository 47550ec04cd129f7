import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { runsOf } from '#tests/share.ts';
import { makePost, NOW, openBlog } from './blog-fixture.ts';
import { findById } from './posts/posts.ts';
import { tagSlug } from './tag-slug.ts';
import { deleteTag, findOrCreateTags, insertTag, listLiveTags, listTags, mergeTags, renameTag } from './tags.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const names = async () => (await listTags(blog.db)).map((tag) => tag.name);
const tagsOf = async (id: number) => (await findById(blog.db, id, { kind: 'all', now: NOW }))?.tags;

test.each([
  ['Web Design', 'web-design'],
  ['  Crème  brûlée! ', 'creme-brulee'],
  ['İstanbul', 'istanbul'],
  ['C', 'c'],
  ['C++', 'c-plus-plus'],
  ['C#', 'c-sharp'],
  ['日本語', '日本語'],
  ['Привет, мир', 'привет-мир'],
  ['हिन्दी', 'हिन्दी'],
  ['🎉', 'u1f389'],
  ['...', 'u2e-u2e-u2e'],
  ['../etc/passwd', 'etc-passwd'],
])('the slug of %s is %s', (name, slug) => {
  expect(tagSlug(name)).toBe(slug);
});

test('a slug is its own slug, and never empty for a name that is not blank', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const slug = tagSlug(name);
      expect(tagSlug(slug)).toBe(slug);
      if (name.trim() !== '') expect(slug).not.toBe('');
    }),
    { seed: 20250601, numRuns: runsOf(500) },
  );
});

test('names that differ in case, diacritics or punctuation only are one tag, under the name that came first', async () => {
  const tags = await findOrCreateTags(blog.db, ['Café', 'cafe', ' CAFÉ! ', 'C', 'C++', '']);
  expect(tags.map((tag) => tag.name)).toEqual(['Café', 'C', 'C++']);
  expect(await findOrCreateTags(blog.db, ['CAFE'])).toEqual([tags[0]]);
  expect(await names()).toEqual(['C', 'C++', 'Café']);
});

test('a tag that exists is name_taken', async () => {
  await insertTag(blog.db, 'News');
  await expect(insertTag(blog.db, 'NEWS')).rejects.toMatchObject({ code: 'name_taken' });
});

test('renaming changes the posts that carry it; a name that exists is name_taken', async () => {
  const { id, tagList } = await makePost(blog, { tags: ['a', 'b'] });
  const [a, b] = tagList.map((tag) => tag.id);
  expect(await renameTag(blog.db, a ?? 0, 'Alpha', NOW)).toMatchObject({ name: 'Alpha', slug: 'alpha' });
  expect(await tagsOf(id)).toEqual(['Alpha', 'b']);
  expect(await renameTag(blog.db, b ?? 0, 'B', NOW)).toMatchObject({ name: 'B' });
  await expect(renameTag(blog.db, a ?? 0, 'b', NOW)).rejects.toMatchObject({ code: 'name_taken' });
  await expect(renameTag(blog.db, 99, 'x', NOW)).rejects.toMatchObject({ code: 'not_found' });
});

test('merging gives the posts to the other tag, once each', async () => {
  const one = await makePost(blog, { tags: ['a'] });
  const both = await makePost(blog, { tags: ['a', 'b'] });
  const [a, b] = both.tagList.map((tag) => tag.id);
  expect(await mergeTags(blog.db, a ?? 0, b ?? 0, NOW)).toMatchObject({ name: 'b' });
  expect([await tagsOf(one.id), await tagsOf(both.id), await names()]).toEqual([['b'], ['b'], ['b']]);
  await expect(mergeTags(blog.db, a ?? 0, b ?? 0, NOW)).rejects.toMatchObject({ code: 'not_found' });
  expect(await mergeTags(blog.db, b ?? 0, b ?? 0, NOW)).toMatchObject({ name: 'b' });
});

test('deleting takes it off all posts', async () => {
  const { id, tagList } = await makePost(blog, { tags: ['a', 'b'] });
  await deleteTag(blog.db, tagList[0]?.id ?? 0, NOW);
  expect(await tagsOf(id)).toEqual(['b']);
  expect(blog.sqlite.prepare('select tags from blog_posts').pluck().get()).toBe('["b"]');
  await expect(deleteTag(blog.db, 99, NOW)).rejects.toMatchObject({ code: 'not_found' });
});

test('readers see the tags of live posts only', async () => {
  await makePost(blog, { tags: ['seen'] });
  await makePost(blog, { tags: ['hidden'], published: false });
  await insertTag(blog.db, 'unused');
  expect((await listLiveTags(blog.db, NOW)).map((tag) => tag.name)).toEqual(['seen']);
});
