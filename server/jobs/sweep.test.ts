import { expect, test } from 'vitest';
import { NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { findSession, storeSession } from '#server/repositories/sessions.ts';
import { sweep } from './sweep.ts';

test('a session past its time leaves nothing behind', async () => {
  const blog = await openBlog();
  await storeSession(blog.db, 'a', '{}', NOW + 1000);
  await storeSession(blog.db, 'b', '{}', NOW + 5000);
  await sweep(blog.db, NOW + 2000);
  expect(await findSession(blog.db, 'a', 0)).toBeNull();
  expect(await findSession(blog.db, 'b', NOW)).toBe('{}');
  await blog.close();
});
