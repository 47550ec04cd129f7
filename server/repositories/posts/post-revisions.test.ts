import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { HOUR, makePost, NOW, openBlog } from '../blog-fixture.ts';
import { getRevision, listRevisions } from './post-revisions.ts';
import { updatePost } from './post-writes.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const rename = (id: number, title: string, now = NOW) => updatePost(blog.db, id, { title }, { now });

test('every save keeps the version before it, newest first', async () => {
  const { id } = await makePost(blog, { title: 'One' });
  await rename(id, 'Two', NOW + HOUR);
  await rename(id, 'Three', NOW + 2 * HOUR);
  const { items, total, next } = await listRevisions(blog.db, id, {});
  expect(items.map((revision) => [revision.version, revision.title])).toEqual([
    [2, 'Two'],
    [1, 'One'],
  ]);
  expect(items[1]).toMatchObject({ postId: id, createdAt: new Date(NOW + HOUR).toISOString() });
  expect([total, next]).toEqual([2, null]);
});

test('pages lead through all of a post and never to those of another', async () => {
  const { id } = await makePost(blog);
  const other = await makePost(blog);
  for (const title of ['a', 'b', 'c', 'd', 'e']) {
    await rename(id, title);
    await rename(other.id, title);
  }
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listRevisions(blog.db, id, { limit: 2, cursor });
    expect(page.items.every((revision) => revision.postId === id)).toBe(true);
    seen.push(...page.items.map((revision) => revision.version));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(seen).toEqual([5, 4, 3, 2, 1]);
  const second = await listRevisions(blog.db, id, { limit: 2, page: 2 });
  expect(second.items.map((revision) => revision.version)).toEqual([3, 2]);
});

test('a page ends early where its texts grow too long, and the next goes on there', async () => {
  const { id } = await makePost(blog, { content: 'a'.repeat(900_000) });
  for (let number = 0; number < 4; number += 1) await rename(id, `Name ${number}`);
  const first = await listRevisions(blog.db, id, { limit: 10 });
  expect([first.items.map(({ version }) => version), first.total]).toEqual([[4, 3], 4]);
  const second = await listRevisions(blog.db, id, { limit: 10, cursor: first.next ?? '' });
  expect([second.items.map(({ version }) => version), second.next]).toEqual([[2, 1], null]);
  expect((await listRevisions(blog.db, id, { limit: 3, page: 1 })).items).toHaveLength(3);
});

test('a revision holds everything that is needed to bring it back', async () => {
  const before = await makePost(blog, {
    tags: ['a', 'b'],
    featured: true,
    metaTitle: 'm',
    featuredImage: '/uploads/x.jpg',
  });
  await updatePost(blog.db, before.id, { title: 'New', tags: [], featured: false, featuredImage: '' }, { now: NOW });
  const [revision] = (await listRevisions(blog.db, before.id, {})).items;
  const { fields, ...whole } = await getRevision(blog.db, before.id, revision?.id ?? 0);
  expect(whole).toEqual(revision);
  const { content: _, ...changes } = fields;
  const restored = await updatePost(blog.db, before.id, changes, { now: NOW });
  const { version, ...kept } = before;
  expect(restored).toMatchObject(kept);
  expect(restored.version).toBe(version + 2);
});

test('a revision of another post is not found', async () => {
  const { id } = await makePost(blog);
  const other = await makePost(blog);
  await rename(id, 'x');
  await expect(getRevision(blog.db, other.id, 1)).rejects.toMatchObject({ code: 'not_found' });
  await expect(getRevision(blog.db, id, 99)).rejects.toMatchObject({ code: 'not_found' });
});
