import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { deleteAuthor, findAuthorBySlug, findAuthorRedirect, insertAuthor, updateAuthor } from './authors.ts';
import { makePost, NOW, openBlog } from './blog-fixture.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

let made = 0;
const add = (name: string) => {
  made += 1;
  return insertAuthor(blog.db, { name, email: `a${made}@example.com`, bio: '', avatar: null });
};

test.each([
  ['Zoë Ångström', 'zoe-angstrom'],
  ['Ada', 'ada-2'],
  ['עדה לאבלייס', 'author-2'],
  ['🎉🎉', 'author-2'],
  ['"><script>alert(1)</script>', 'script-alert-1-script'],
])('the slug of %s is %s: made of the name, numbered where it is taken or none can be made', async (name, slug) => {
  expect(await add(name)).toMatchObject({ name, slug });
});

test('an author of another name has another slug, and all those before lead to it', async () => {
  const { id } = await add('Mira Lindqvist');
  expect(await updateAuthor(blog.db, id, { name: 'MIRA  Lindqvist', bio: 'b' }, NOW)).toMatchObject({
    slug: 'mira-lindqvist',
  });
  await updateAuthor(blog.db, id, { name: 'Mira Holm' }, NOW);
  expect(await updateAuthor(blog.db, id, { name: 'Ada' }, NOW)).toMatchObject({ slug: 'ada-2' });
  for (const slug of ['mira-lindqvist', 'mira-holm']) expect(await findAuthorRedirect(blog.db, slug)).toBe('ada-2');

  // An author who takes a slug has it alone from then on.
  await updateAuthor(blog.db, id, { name: 'Mira Holm' }, NOW);
  expect(await findAuthorRedirect(blog.db, 'mira-holm')).toBeNull();
  await add('Mira Lindqvist');
  expect(await findAuthorRedirect(blog.db, 'mira-lindqvist')).toBeNull();
  expect(await findAuthorRedirect(blog.db, 'ada-2')).toBe('mira-holm');
});

test('the addresses of a deleted author lead to whom the posts went', async () => {
  const { id } = await add('Bob');
  await updateAuthor(blog.db, id, { name: 'Robert' }, NOW);
  await makePost(blog, { authorId: id });
  await deleteAuthor(blog.db, id, NOW, 1);
  for (const slug of ['bob', 'robert']) expect(await findAuthorRedirect(blog.db, slug)).toBe('ada');
  expect(await findAuthorBySlug(blog.db, 'ada', NOW)).toMatchObject({ name: 'Ada', postCount: 1 });
  expect(await findAuthorBySlug(blog.db, 'bob', NOW)).toBeNull();
});

test('an author is found with the number of live posts and without the e-mail address', async () => {
  await makePost(blog);
  await makePost(blog, { published: false });
  expect(await findAuthorBySlug(blog.db, 'ada', NOW)).toEqual({
    id: 1,
    name: 'Ada',
    slug: 'ada',
    bio: '',
    avatar: null,
    postCount: 1,
  });
});
