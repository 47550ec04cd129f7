import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestTimers, type TestTimers } from '#server/adapters/ai/test-timers.ts';
import { openDatabase } from '#server/db/open.ts';
import { HOUR, NOW } from '#server/repositories/blog-fixture.ts';
import { createTestApp, SITE_ID, type TestApp } from '#server/test-app.ts';
import { getPublication } from '#shared/contract/operation/publication.ts';
import { applyDue, unsealDue } from './due-posts-file.ts';
import { makePublication, WORK_FOLDER } from './make-publication.ts';
import { MANIFEST_KEY, type PublishedManifest, parseManifest } from './manifest.ts';

const SECRET = 'a secret that readers and the writer have in common';

let timers: TestTimers;
let app: TestApp;
const open = async (options: { folder?: string } = {}) => {
  timers = createTestTimers();
  app = await createTestApp({
    ...options,
    timers,
    env: { READER_SECRET: SECRET },
    makePublication: (now, signal) =>
      makePublication({ dataDir: app.folder, siteId: SITE_ID, readerSecret: SECRET, now, signal }),
  });
};
beforeEach(() => open());
afterEach(() => app.close());

const fileOf = (key: string) => path.join(app.folder, ...key.split('/'));
const manifest = (): PublishedManifest | null =>
  existsSync(fileOf(MANIFEST_KEY)) ? parseManifest(readFileSync(fileOf(MANIFEST_KEY), 'utf8')) : null;
const state = () => app.services.publication.status().state;
const wait = (milliseconds: number) => {
  app.clock.advance(milliseconds);
  timers.advance(milliseconds);
};
/** Waits until the server has published a newer publication than `before`, and returns its manifest. */
async function published(before: PublishedManifest | null = null): Promise<PublishedManifest> {
  await expect.poll(() => timers.waiting().some((each) => each <= 2000)).toBe(true);
  wait(2000);
  await expect.poll(() => manifest()?.number ?? 0, { timeout: 20_000 }).toBeGreaterThan(before?.number ?? 0);
  await expect.poll(state).toBe('current');
  const found = manifest();
  if (!found) throw new Error('There is no manifest');
  return found;
}
const databaseOf = ({ database }: PublishedManifest) => zstdDecompressSync(readFileSync(fileOf(database.key)));
/** The titles of the posts in a published database, opened as a reader instance opens it. */
async function titles(found: PublishedManifest): Promise<unknown[]> {
  const file = path.join(app.folder, `reader-${found.number}.db`);
  writeFileSync(file, databaseOf(found));
  const reader = openDatabase(file);
  const all = reader.sqlite.prepare('select title from blog_posts order by id').pluck().all();
  await reader.close();
  return all;
}

test('the server publishes at its start, and after each change what readers see then', async () => {
  mkdirSync(path.join(app.folder, WORK_FOLDER));
  writeFileSync(path.join(app.folder, WORK_FOLDER, 'left-by-a-kill.db'), 'half');
  const first = await published();
  expect(first).toMatchObject({ siteId: SITE_ID, due: null });
  expect(databaseOf(first).length).toBe(first.database.plainBytes);
  expect(await titles(first)).toEqual([]);
  const cookie = await app.signIn();
  const fields = { title: 'Tea', slug: 'tea', excerpt: 'About tea', content: 'Words', categoryId: 1, readTime: 1 };
  const payload = { ...fields, featured: false, published: true };
  const made = await app.http.inject({ method: 'POST', url: '/api/posts', headers: { cookie }, payload });
  expect(made.statusCode).toBe(201);
  const second = await published(first);
  expect(await titles(second)).toEqual(['Tea']);
  expect(readdirSync(path.join(app.folder, WORK_FOLDER))).toEqual([]);
  const status = await app.http.inject({ url: getPublication.path, headers: { cookie } });
  expect(status.json()).toMatchObject({ state: 'current', failure: null, last: { number: second.number, due: 0 } });
});

test('what is due travels sealed, and with another secret or for another site nobody opens it', async () => {
  const first = await published();
  const at = new Date(NOW + 5 * HOUR).toISOString();
  await app.post({ title: 'Due', slug: 'due', publishedAt: at });
  await app.services.publication.mayBeDue();
  const second = await published(first);
  expect(await titles(second)).toEqual([]);
  const sealed = readFileSync(fileOf(second.due?.key ?? ''));
  expect(sealed.includes('Due')).toBe(false);
  const opened = unsealDue(SECRET, SITE_ID, sealed);
  expect(opened?.posts.map(({ slug, at: time }) => [slug, time])).toEqual([['due', at]]);
  expect(unsealDue(`${SECRET}!`, SITE_ID, sealed)).toBeNull();
  expect(unsealDue(SECRET, 'another site', sealed)).toBeNull();
  expect(unsealDue(SECRET, SITE_ID, sealed.subarray(0, 40))).toBeNull();
  sealed.writeUInt8(sealed.readUInt8(60) ^ 1, 60);
  expect(unsealDue(SECRET, SITE_ID, sealed)).toBeNull();
  const file = path.join(app.folder, 'reader.db');
  writeFileSync(file, databaseOf(second));
  const reader = openDatabase(file);
  expect((await applyDue(reader.db, opened?.posts ?? [], NOW + 5 * HOUR)).map(({ slug }) => slug)).toEqual(['due']);
  await reader.close();
});

test('views alone publish nothing, and after a restart the server publishes as another writer', async () => {
  const post = await app.post({ title: 'Live' });
  const first = await published();
  app.services.views.count(post, { network: '203.0.113.7', userAgent: 'Firefox' });
  await app.services.views.flush();
  expect(state()).toBe('current');
  await app.close({ keepFolder: true });
  await open({ folder: app.folder });
  const second = await published(first);
  expect(second.writer).not.toBe(first.writer);
  expect(second.number).toBeGreaterThan(first.number);
});
