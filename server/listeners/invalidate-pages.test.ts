import { expect, onTestFinished, test } from 'vitest';
import { createPost, deletePost, undeletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { createTag } from '#shared/contract/tags.ts';
import { createTestApp } from '../test-app.ts';
import { ask } from '../test-call.ts';

test('a write drops the pages when readers see another site after it, and keeps them when they do not', async () => {
  const { http, cache, clock, signIn, close } = await createTestApp();
  onTestFinished(() => close());
  const cookie = await signIn();
  /** Whether the work dropped pages. */
  const drops = async (work: Promise<unknown>) => {
    const before = cache.generation;
    await work;
    return cache.generation > before;
  };
  const fields = { title: 'Tea', slug: 'tea', excerpt: 'Tea.', content: 'Tea.', categoryId: 1, readTime: 1 };
  const { body } = await ask(http, createPost, { body: { ...fields, published: false }, cookie });
  const params = { id: body.id };
  const save = (changes: object) => drops(ask(http, updatePost, { params, body: changes, cookie }));

  expect(await drops(ask(http, createPost, { body: { ...fields, slug: 'b', published: false }, cookie }))).toBe(false);
  expect(await save({ title: 'A draft' })).toBe(false);
  const later = new Date(clock.now() + 60_000).toISOString();
  expect(await save({ published: true, publishedAt: later })).toBe(false);
  expect(await drops(ask(http, deletePost, { params, cookie }))).toBe(false);
  expect(await drops(ask(http, undeletePost, { params, cookie }))).toBe(false);

  expect(await save({ publishedAt: new Date(clock.now()).toISOString() })).toBe(true);
  expect(await save({ title: 'Live' })).toBe(true);
  expect(await drops(ask(http, deletePost, { params, cookie }))).toBe(true);
  expect(await drops(ask(http, undeletePost, { params, cookie }))).toBe(true);
  expect(await save({ published: false })).toBe(true);
  expect(await drops(ask(http, createTag, { body: { name: 'Tea' }, cookie }))).toBe(true);
});
