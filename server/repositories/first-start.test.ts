import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { seedContent } from '#server/db/seed-content/index.ts';
import { shippedIds, stepAt } from '#shared/workflow/testing/step-at.ts';
import { findOwner } from './admin-users.ts';
import { NOW, openEmpty } from './blog-fixture.ts';
import { listCategories } from './categories.ts';
import { type FirstStart, seedDatabase } from './first-start.ts';
import { listImages } from './images.ts';
import { listPosts } from './posts/post-lists.ts';
import { findBySlug } from './posts/posts.ts';
import { listStoredPrompts, setPrompt, storeShippedPrompts } from './prompt-templates.ts';
import { createSearch } from './search/search-index.ts';
import { findSiteId } from './settings.ts';

let database: OpenDatabase;
beforeEach(() => {
  database = openEmpty();
});
afterEach(() => database.close());

const stored = (file: string) => ({
  filename: `stored-${file}`,
  originalFilename: file,
  shareFilename: `share-${file}`,
  width: 1600,
  height: 900,
  size: 1,
  srcset: '',
});
const start = (changes: Partial<FirstStart> = {}): FirstStart => ({
  content: seedContent,
  owner: { email: 'admin@example.com', name: 'Admin', passwordHash: 'hash', isMadeUp: false },
  siteId: 'b7a5a1f0-0000-4000-8000-000000000000',
  pictures: new Map(seedContent.pictures.map(({ file }) => [file, stored(file)])),
  render: async (text) => ({ html: `<p>${text.length}</p>`, htmlVersion: 1, text, embeds: [], readTime: 3 }),
  now: NOW,
  ...changes,
});
const live = { kind: 'live', now: NOW } as const;

test('a first start makes everything a reader and the owner meet', async () => {
  const { db, sqlite } = database;
  expect(await seedDatabase(db, start())).toBe(true);

  const categories = await listCategories(db, NOW);
  expect(categories.slice(0, 5).map(({ id, slug }) => [id, slug])).toEqual([
    [1, 'technology'],
    [2, 'lifestyle'],
    [3, 'business'],
    [4, 'travel'],
    [5, 'health'],
  ]);
  expect(categories).toHaveLength(15);
  expect((await listStoredPrompts(db)).map(({ step, isDefault }) => [step, isDefault])).toEqual(
    shippedIds.map((step) => [step, true]),
  );
  expect(await findOwner(db)).toMatchObject({ email: 'admin@example.com', passwordHash: 'hash' });
  expect(await findSiteId(db)).toBe(start().siteId);

  const { items } = await listPosts(db, { scope: live });
  expect(items.map((post) => post.slug)).toEqual(seedContent.posts.map((post) => post.slug));
  expect(items.every((post) => post.image?.width === 1600 && post.readTime === 3)).toBe(true);
  expect(
    createSearch(sqlite)({ query: seedContent.posts[0]?.title ?? '', now: NOW, limit: 5, offset: 0 }).total,
  ).toBeGreaterThan(0);
});

test('pictures in the text are named as they were stored, and every one is used', async () => {
  const { db } = database;
  await seedDatabase(db, start());
  for (const { slug } of seedContent.posts) {
    const content = (await findBySlug(db, slug, live))?.content ?? '';
    expect(content.match(/\/uploads\/(?!stored-)/)).toBeNull();
  }
  const images = await listImages(db, {});
  expect(images.total).toBe(seedContent.pictures.length);
  expect(images.items.filter((image) => image.usedBy.length === 0)).toEqual([]);
});

test('a second start changes nothing and renders nothing', async () => {
  const { db } = database;
  await seedDatabase(db, start());
  await setPrompt(db, stepAt(1), { prompt: 'mine', isDefault: false }, NOW);
  const refuse = () => Promise.reject(new Error('rendered'));
  expect(await seedDatabase(db, start({ render: refuse, siteId: 'other' }))).toBe(false);
  expect(await findSiteId(db)).toBe(start().siteId);
  expect((await listStoredPrompts(db))[0]).toMatchObject({ prompt: 'mine', isDefault: false });
});

test('two first starts at once seed once', async () => {
  const { db } = database;
  const both = await Promise.all([seedDatabase(db, start()), seedDatabase(db, start())]);
  expect(both.sort()).toEqual([false, true]);
  expect(await listCategories(db, NOW)).toHaveLength(15);
});

test('all or nothing: a fault half-way leaves the database empty', async () => {
  const { db } = database;
  const [first] = seedContent.posts;
  const twice = { ...seedContent, posts: first ? [first, first] : [] };
  await expect(seedDatabase(db, start({ content: twice }))).rejects.toMatchObject({ code: 'slug_taken' });
  expect(await findOwner(db)).toBeNull();
  expect(await seedDatabase(db, start())).toBe(true);
});

test('a step that came with a newer program gets its shipped prompt, and no other one is touched', async () => {
  const { db } = database;
  await seedDatabase(db, start());
  await setPrompt(db, stepAt(6), { prompt: 'mine', isDefault: false }, NOW);
  const before = await listStoredPrompts(db);
  const added = { step: 'fact-check', title: 'Fact Check', prompt: 'Check the facts.', description: '' };
  await storeShippedPrompts(db, [added, ...seedContent.promptTemplates], NOW + 1000);
  expect(await listStoredPrompts(db)).toEqual([...before, { ...added, isDefault: true, version: 1 }]);
});

test('a shipped prompt that a newer program has changed is changed here, but not where the owner has one', async () => {
  const { db } = database;
  await seedDatabase(db, start());
  await setPrompt(db, stepAt(6), { prompt: 'mine', isDefault: false }, NOW);
  const newer = seedContent.promptTemplates.map((template) => ({ ...template, prompt: `Newer: ${template.step}` }));
  await storeShippedPrompts(db, newer, NOW + 1000);
  const stored = await listStoredPrompts(db);
  for (const { step, prompt, isDefault } of stored) {
    const isOwn = step === stepAt(6);
    expect([step, prompt, isDefault]).toEqual([step, isOwn ? 'mine' : `Newer: ${step}`, !isOwn]);
  }
});

test('a step that does not exist has no prompt to change', async () => {
  await seedDatabase(database.db, start());
  await expect(setPrompt(database.db, 'fact-check', { prompt: 'x', isDefault: false }, NOW)).rejects.toMatchObject({
    code: 'not_found',
  });
});
