import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { deleteAuthor, firstAuthor, insertAuthor, listAuthorRecords, listAuthors, updateAuthor } from './authors.ts';
import { HOUR, makePost, NOW, openBlog } from './blog-fixture.ts';
import {
  categoriesWithPosts,
  deleteCategory,
  findCategoryBySlug,
  insertCategory,
  listCategories,
  plainCategories,
  updateCategory,
} from './categories.ts';
import { softDeletePost } from './posts/post-bin.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const fields = { name: 'Travel', slug: 'travel', description: 'd', color: 'category-travel', icon: 'compass' };

test('categories come in their order, each with its number of live posts', async () => {
  await makePost(blog);
  await makePost(blog);
  await makePost(blog, { published: false });
  await makePost(blog, { publishedAt: new Date(NOW + HOUR).toISOString() });
  const gone = await makePost(blog);
  await softDeletePost(blog.db, gone.id, NOW);
  const counts = (await listCategories(blog.db, NOW)).map((category) => [category.slug, category.postCount]);
  expect(counts).toEqual([
    ['technology', 2],
    ['lifestyle', 0],
  ]);
  expect((await plainCategories(blog.db)).map(({ slug }) => slug)).toEqual(['technology', 'lifestyle']);
  expect((await categoriesWithPosts(blog.db, NOW)).map(({ slug }) => slug)).toEqual(['technology']);
  expect(await findCategoryBySlug(blog.db, 'technology', NOW + HOUR)).toMatchObject({
    name: 'Technology',
    postCount: 3,
  });
  expect(await findCategoryBySlug(blog.db, "' or 1=1 --", NOW)).toBeNull();
});

test('a name or a slug in use is name_taken, in whatever case', async () => {
  const { id } = await insertCategory(blog.db, fields);
  await expect(insertCategory(blog.db, { ...fields, slug: 'x', name: 'TRAVEL' })).rejects.toMatchObject({
    code: 'name_taken',
  });
  await expect(insertCategory(blog.db, { ...fields, name: 'x' })).rejects.toMatchObject({ code: 'name_taken' });
  await expect(updateCategory(blog.db, id, { slug: 'technology' }, NOW)).rejects.toMatchObject({ code: 'name_taken' });
});

test('a change touches what it names; of nothing it is no error', async () => {
  const category = await insertCategory(blog.db, fields);
  expect(await updateCategory(blog.db, category.id, { icon: 'plane' }, NOW)).toEqual({ ...category, icon: 'plane' });
  expect(await updateCategory(blog.db, category.id, {}, NOW)).toEqual({ ...category, icon: 'plane' });
  await expect(updateCategory(blog.db, 99, {}, NOW)).rejects.toMatchObject({ code: 'not_found' });
});

test('a category in use goes only when its posts may move, those in the bin too', async () => {
  const { id } = await makePost(blog, { categoryId: 2 });
  await softDeletePost(blog.db, id, NOW);
  await expect(deleteCategory(blog.db, 2, NOW)).rejects.toMatchObject({ code: 'still_in_use' });
  await expect(deleteCategory(blog.db, 2, NOW, 2)).rejects.toMatchObject({ code: 'still_in_use' });
  await expect(deleteCategory(blog.db, 2, NOW, 99)).rejects.toMatchObject({ code: 'not_found' });
  await deleteCategory(blog.db, 2, NOW, 1);
  await expect(deleteCategory(blog.db, 2, NOW)).rejects.toMatchObject({ code: 'not_found' });
  expect(blog.sqlite.prepare('select category_id from blog_posts').pluck().all()).toEqual([1]);
});

test('readers see authors without their e-mail address; the first is the default', async () => {
  await insertAuthor(blog.db, { name: 'Bob', email: 'bob@example.com', bio: 'b', avatar: null });
  expect(await listAuthors(blog.db)).toEqual([
    { id: 1, name: 'Ada', slug: 'ada', bio: '', avatar: null },
    { id: 2, name: 'Bob', slug: 'bob', bio: 'b', avatar: null },
  ]);
  expect((await listAuthorRecords(blog.db)).map((author) => author.email)).toEqual([
    'ada@example.com',
    'bob@example.com',
  ]);
  expect(await firstAuthor(blog.db)).toMatchObject({ name: 'Ada' });
});

test('an e-mail address in use is name_taken, and an author of posts goes only when they may move', async () => {
  const { id } = await insertAuthor(blog.db, { name: 'Bob', email: 'bob@example.com', bio: '', avatar: null });
  await expect(updateAuthor(blog.db, id, { email: 'ADA@example.com' }, NOW)).rejects.toMatchObject({
    code: 'name_taken',
  });
  expect(await updateAuthor(blog.db, id, { name: 'Robert' }, NOW)).toMatchObject({ id, name: 'Robert' });
  await expect(updateAuthor(blog.db, 99, { name: 'x' }, NOW)).rejects.toMatchObject({ code: 'not_found' });
  await makePost(blog);
  await expect(deleteAuthor(blog.db, 1, NOW)).rejects.toMatchObject({ code: 'still_in_use' });
  await deleteAuthor(blog.db, 1, NOW, id);
  await expect(deleteAuthor(blog.db, 1, NOW)).rejects.toMatchObject({ code: 'not_found' });
  expect((await listAuthors(blog.db)).map((author) => author.name)).toEqual(['Robert']);
});
