import { expect, test } from 'vitest';
import { DAY, makePost, NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { softDeletePost } from '#server/repositories/post-writes.ts';
import { findById } from '#server/repositories/posts.ts';
import { findSession, storeSession } from '#server/repositories/sessions.ts';
import { sweep } from './sweep.ts';

test('a post can be taken back for 30 days, then it is gone', async () => {
  const blog = await openBlog();
  const ids = [(await makePost(blog)).id, (await makePost(blog)).id];
  for (const id of ids) await softDeletePost(blog.db, id, NOW);
  const find = () => Promise.all(ids.map((id) => findById(blog.db, id, { kind: 'all', now: NOW })));
  await sweep(blog.db, NOW + 30 * DAY);
  expect(await find()).not.toContain(null);
  await sweep(blog.db, NOW + 30 * DAY + 1);
  expect(await find()).toEqual([null, null]);
  await blog.close();
});

test('a session past its time leaves nothing behind', async () => {
  const blog = await openBlog();
  await storeSession(blog.db, 'a', '{}', NOW + 1000);
  await storeSession(blog.db, 'b', '{}', NOW + 5000);
  await sweep(blog.db, NOW + 2000);
  expect(await findSession(blog.db, 'a', 0)).toBeNull();
  expect(await findSession(blog.db, 'b', NOW)).toBe('{}');
  await blog.close();
});
