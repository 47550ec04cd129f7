import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { createTestApp } from '#server/test-app.ts';
import { backedUpSite, clock, passingFolder, picture, renderAll } from '#server/test-backups.ts';
import { runsOf } from '#tests/share.ts';
import { checkBackup } from './check-backup.ts';
import { readArchive } from './read-archive.ts';
import { writeBackup } from './write-backup.ts';

/** For proofs that are not about pages: rendering each page takes most of the time. */
const noPages = async () => 1;

test('a backup is one file that nobody else can read, and any tar can list', async () => {
  const { file, folder } = await backedUpSite();
  expect(readdirSync(folder)).toEqual(['site.tar']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const names = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n');
  expect(names.slice(-3)).toEqual(['ninefold.db', 'manifest.json', 'manifest.sha256']);
  expect(names.filter((name) => /^(uploads|originals)\/[0-9a-f]{24}/.test(name)).length).toBe(names.length - 3);
});

test('a backup is proved by its bytes, its database and its pages', async () => {
  const { file, folder } = await backedUpSite();
  const told: [number, number, string][] = [];
  const render = renderAll({ onPage: (...page) => told.push(page) });
  const proof = await checkBackup({ file, workFolder: folder, render });
  expect(told.map(([done]) => done)).toEqual(Array.from({ length: proof.pages }, (_, index) => index + 1));
  expect(told.every(([, total]) => total === proof.pages)).toBe(true);
  expect(told.map(([, , url]) => url)).toContain('/post/tea');
  // Two posts, fifteen categories, and the pages that belong to neither.
  expect(proof.pages).toBeGreaterThan(2 + 15);
  expect(proof).toMatchObject({ pictures: 1, missing: [], createdAt: new Date(clock.now()).toISOString() });
  expect(readdirSync(folder)).toEqual(['site.tar']);
});

test('tables of Litestream, which copies the database second by second, are in no backup', async () => {
  const app = await createTestApp({
    prepare({ sqlite }) {
      sqlite.exec('create table _litestream_seq (id integer primary key, seq integer)');
      sqlite.exec('create table _litestream_lock (id integer)');
      sqlite.exec('insert into _litestream_seq values (1, 7)');
    },
  });
  const folder = passingFolder();
  const file = path.join(folder, 'site.tar');
  await writeBackup({ dataDir: app.folder, file, clock, program: '1' });
  await checkBackup({ file, workFolder: folder, render: noPages });
  const database = path.join(folder, DATABASE_FILE);
  await readArchive(file, { place: (name) => (name === DATABASE_FILE ? database : null) });
  const reader = openReader(database);
  const tables = reader.prepare("select name from sqlite_schema where name like '%litestream%'").all();
  reader.close();
  expect(tables).toEqual([]);
  expect(app.database.sqlite.prepare('select seq from _litestream_seq').pluck().get()).toBe(7);
  await app.close();
});

test('what is written while a backup is made is in it whole or not at all', async () => {
  const app = await createTestApp();
  const folder = passingFolder();
  const bytes = await Promise.all(['#111', '#222', '#333', '#444'].map(picture));
  let isDone = false;
  const writing = (async () => {
    for (let number = 0; !isDone; number += 1) {
      const { filename } = await app.services.images.add(bytes[number % bytes.length] ?? Buffer.alloc(0));
      await app.post({ slug: `post-${number}`, featuredImage: `/uploads/${filename}` });
      if (number % 2 === 0) continue;
      await app.services.images.remove(filename);
      if (number % 4 === 1) await app.services.images.purge(filename);
    }
  })();
  for (let number = 0; number < runsOf(4); number += 1) {
    const file = path.join(folder, `${number}.tar`);
    expect((await writeBackup({ dataDir: app.folder, file, clock, program: '1' })).missing).toEqual([]);
    await checkBackup({ file, workFolder: folder, render: noPages });
  }
  isDone = true;
  await writing;
  await app.close();
});

test('a backup changes nothing of the site', async () => {
  const app = await createTestApp({ posts: [{ slug: 'tea' }] });
  const versionBefore = app.database.sqlite.pragma('data_version', { simple: true });
  await writeBackup({ dataDir: app.folder, file: path.join(passingFolder(), 'a.tar'), clock, program: '1' });
  expect(app.database.sqlite.pragma('data_version', { simple: true })).toBe(versionBefore);
  await app.close();
});

test('a picture whose file was lost before is told, and the rest is backed up', async () => {
  const { app, folder } = await backedUpSite();
  const [image] = (await app.services.images.list({})).items;
  rmSync(path.join(app.folder, 'uploads', image?.filename ?? ''));
  const file = path.join(folder, 'second.tar');
  const lost = [`uploads/${image?.filename}`];
  expect((await writeBackup({ dataDir: app.folder, file, clock, program: '1' })).missing).toEqual(lost);
  expect((await checkBackup({ file, workFolder: folder, render: noPages })).missing).toEqual(lost);
});

test('a file that is there is never overwritten', async () => {
  const { app, file } = await backedUpSite();
  writeFileSync(file, 'mine');
  await expect(writeBackup({ dataDir: app.folder, file, clock, program: '1' })).rejects.toThrow('is there already');
  expect(statSync(file).size).toBe(4);
});

test('where there is no site there is nothing to back up, and nothing is made', async () => {
  const folder = passingFolder();
  const file = path.join(folder, 'deep', 'a.tar');
  await expect(writeBackup({ dataDir: folder, file, clock, program: '1' })).rejects.toThrow('There is no site in');
  expect(existsSync(path.dirname(file))).toBe(false);
});

test('one that is stopped leaves nothing behind', async () => {
  const { app, folder } = await backedUpSite();
  const file = path.join(folder, 'second.tar');
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(writeBackup({ dataDir: app.folder, file, clock, program: '1', signal })).rejects.toThrow('stopped');
  expect(readdirSync(folder)).toEqual(['site.tar']);
});

test('a page that cannot be rendered is named', async () => {
  const { file, folder } = await backedUpSite();
  const { renderPage } = await import('#server/site/server/entry-server.tsx');
  const render = renderAll({
    render: (input) => {
      if (input.url === '/post/soup') throw new Error('no soup');
      return renderPage(input);
    },
  });
  await expect(checkBackup({ file, workFolder: folder, render })).rejects.toThrow('/post/soup: no soup');
  expect(readdirSync(folder)).toEqual(['site.tar']);
});

test('the database in a backup is one file, whole in itself', async () => {
  const { file, folder } = await backedUpSite();
  const database = path.join(folder, DATABASE_FILE);
  await readArchive(file, { place: (name) => (name === DATABASE_FILE ? database : null) });
  const reader = openReader(database);
  expect(reader.prepare('select slug from blog_posts order by slug').pluck().all()).toEqual(['soup', 'tea']);
  reader.close();
});
