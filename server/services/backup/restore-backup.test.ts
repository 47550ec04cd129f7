import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DataFolderBusyError, lockDataFolder } from '#server/adapters/data-lock.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { findBatch, insertBatch } from '#server/repositories/ai-batches.ts';
import { HOUR, NOW } from '#server/repositories/blog-fixture.ts';
import { eventsAfter } from '#server/repositories/event-log.ts';
import { noteLive, untoldPosts } from '#server/repositories/letters/letter-posts.ts';
import { findLetter, insertLetter } from '#server/repositories/letters/letters.ts';
import { findRestoredAt, findSiteId } from '#server/repositories/settings.ts';
import { getDelivery, queueMessages } from '#server/repositories/webhook-deliveries.ts';
import { listStoredWebhooks } from '#server/repositories/webhooks.ts';
import { createTestApp } from '#server/test-app.ts';
import { backedUpSite, clock, filesIn, passingFolder, picture, renderAll, smallSite } from '#server/test-backups.ts';
import { readArchive } from './read-archive.ts';
import { restoreBackup } from './restore-backup.ts';
import { finishSwap, swapIn } from './swap-in.ts';
import { writeBackup } from './write-backup.ts';

/** The small site's data folder and its backup, made once: each test copies what it needs. */
const once = mkdtempSync(path.join(tmpdir(), 'ninefold-restored-'));
const [onceData, onceFile] = [path.join(once, 'data'), path.join(once, 'site.tar')];
beforeAll(async () => {
  const app = await smallSite();
  await writeBackup({ dataDir: app.folder, file: onceFile, clock, program: '1.2.3' });
  await app.close({ keepFolder: true });
  renameSync(app.folder, onceData);
});
afterAll(() => rmSync(once, { recursive: true, force: true }));
/** A copy of the backup in a new folder, far from its site; and that folder. */
function backup(): { folder: string; file: string } {
  const folder = passingFolder();
  const file = path.join(folder, 'site.tar');
  copyFileSync(onceFile, file);
  return { folder, file };
}

/** Restores as the command does, with every page rendered as a proof. */
const restoreProved = (file: string, dataDir: string) =>
  restoreBackup({ file, dataDir, isReplacing: false, clock, render: renderAll() });
/** Restores without rendering the pages, which takes most of the time. */
const restore = (file: string, dataDir: string, isReplacing = false) =>
  restoreBackup({ file, dataDir, isReplacing, clock, render: async () => 1 });

test('a restored site is the site that was backed up, with its id, and everybody is signed out, programs too', async () => {
  const { app, folder, file } = await backedUpSite();
  app.database.sqlite
    .prepare("insert into settings (key, value, updated_at) values ('site-id', '\"the-one\"', '')")
    .run();
  await app.signIn();
  const [owner] = await app.database.db.selectFrom('admin_users').select('id').execute();
  await app.services.apiTokens.create({ name: 'Courier', kind: 'program', scope: 'read' }, owner?.id ?? 0);
  const hook = { name: 'x', address: 'https://courier.example/', events: ['went-live' as const], hearsDrafts: false };
  const { id: webhookId } = await app.services.webhooks.create({ ...hook, isOn: true });
  await queueMessages(app.database.db, webhookId, [{ messageId: 'm', type: 'went-live', body: '{}' }], NOW);
  await insertBatch(app.database.db, { id: 'a-batch', bodyHash: '', limitUsd: 5, atOnce: 1 }, [], NOW);
  const letter = { key: 'hand:a', kind: 'post', audience: { kind: 'all' }, postIds: [1], subject: 'Tea' } as const;
  await insertLetter(app.database.db, { ...letter, startsAt: NOW }, NOW);
  await noteLive(app.database.db, [1], NOW);
  const second = path.join(folder, 'second.tar');
  await writeBackup({ dataDir: app.folder, file: second, clock, program: '1' });
  const dataDir = path.join(folder, 'data');
  const restored = await restoreProved(second, dataDir);
  expect(restored).toMatchObject({ pictures: 1, missing: [], aside: null });

  expect(
    readdirSync(dataDir)
      .filter((name) => !/-(wal|shm)$/.test(name))
      .sort(),
  ).toEqual([DATABASE_FILE, 'originals', 'server.lock', 'uploads']);
  for (const name of ['uploads', 'originals']) {
    expect(filesIn(path.join(dataDir, name))).toEqual(filesIn(path.join(app.folder, name)));
  }
  const { db, sqlite, close } = openDatabase(path.join(dataDir, DATABASE_FILE));
  expect(await findSiteId(db)).toBe('the-one');
  expect(await findRestoredAt(db)).toBe(clock.now());
  expect(sqlite.prepare('select count(*) from sessions').pluck().get()).toBe(0);
  expect(sqlite.prepare('select count(*) from api_tokens').pluck().get()).toBe(0);
  // Otherwise the recipients who got the letter after the backup was made would get it again, and the digest would tell
  // of posts it has told of already.
  expect(await findLetter(db, { key: 'hand:a' })).toMatchObject({
    state: 'cancelled',
    reason: expect.stringMatching(/put back from a backup/),
  });
  expect(await untoldPosts(db, NOW - HOUR)).toEqual([]);
  // A copy that is restored only to be looked at must not tell anybody that it is the site.
  const [webhook] = await listStoredWebhooks(db);
  expect(webhook).toMatchObject({ isOn: false, offReason: expect.stringMatching(/put back from a backup/) });
  expect(await getDelivery(db, 1)).toMatchObject({ state: 'failed', dueAt: null });
  // Otherwise the batch would buy what was written after the backup once more, without anybody asking for it.
  expect(await findBatch(db, 'a-batch')).toMatchObject({
    state: 'paused',
    reason: expect.stringMatching(/put back from a backup/),
  });
  await close();

  const again = await createTestApp({ folder: dataDir });
  expect((await again.http.inject('/post/tea')).statusCode).toBe(200);
  const [image] = (await again.services.images.list({})).items;
  expect((await again.http.inject(image?.url ?? '')).statusCode).toBe(200);
  await again.close({ keepFolder: true });
  expect(existsSync(file)).toBe(true);
});

test('a post whose time came while the backup lay aside has gone live by the restore, and is told no second time', async () => {
  const { app, folder } = await backedUpSite();
  await app.post({ slug: 'soon', publishedAt: new Date(NOW + HOUR).toISOString() });
  const file = path.join(folder, 'third.tar');
  await writeBackup({ dataDir: app.folder, file, clock, program: '1' });
  const dataDir = path.join(folder, 'data');
  const later = { now: () => NOW + 2 * HOUR };
  await restoreBackup({ file, dataDir, isReplacing: false, clock: later, render: async () => 1 });
  const again = await createTestApp({ folder: dataDir, now: later.now() });
  expect((await again.http.inject('/post/soon')).statusCode).toBe(200);
  const events = await eventsAfter(again.database.db, 0, 100);
  const live = events.filter(({ type }) => type === 'went-live');
  expect(live.map(({ slug, cause, isFirst }) => [slug, cause, isFirst])).toEqual([
    ['tea', 'save', true],
    ['soup', 'save', true],
    ['soon', 'restore', true],
  ]);
  await again.close({ keepFolder: true });
});

/**
 * The next numbers that the site gives: the ids of a new post and a new tag, and the version that a save of its first
 * post gets.
 */
async function nextNumbers(dataDir: string) {
  const app = await createTestApp({ folder: dataDir });
  const { postAdmin, tags } = app.services;
  const first = app.database.sqlite.prepare('select id from blog_posts order by id').pluck().get();
  const { version } = await postAdmin.update(Number(first), { title: `Saved at ${Math.random()}` });
  const slug = `made-${Math.random().toString(36).slice(2)}`;
  const { id } = await postAdmin.create({ ...newPost, slug, title: slug }, undefined);
  const tag = await tags.create(slug);
  await app.close({ keepFolder: true });
  return { version, post: id, tag: tag.id };
}
const newPost = { excerpt: 'E', content: 'C', categoryId: 1, readTime: 1, published: true, featured: false };

test('no version and no id of the site before is given again, however often and wherever the backup is put back', async () => {
  const { folder, file } = backup();
  const [here, elsewhere] = [path.join(folder, 'here'), path.join(folder, 'elsewhere')] as [string, string];
  await restore(file, here);
  const given = [await nextNumbers(here), await nextNumbers(here)];
  await restore(file, here, true);
  given.push(await nextNumbers(here));
  // The second data folder knows nothing of the first; only time has passed.
  const later = { now: () => clock.now() + 60_000 };
  await restoreBackup({ file, dataDir: elsewhere, isReplacing: false, clock: later, render: async () => 1 });
  for (const name of ['version', 'post', 'tag'] as const) {
    const numbers = given.map((each) => each[name]);
    expect(new Set(numbers).size, name).toBe(3);
    expect(numbers, name).toEqual(numbers.toSorted((a, b) => a - b));
  }
  const again = await nextNumbers(elsewhere);
  for (const name of ['version', 'post', 'tag'] as const) {
    expect(again[name], name).toBeGreaterThan(given[1]?.[name] ?? Number.POSITIVE_INFINITY);
    expect(given.map((each) => each[name])).not.toContain(again[name]);
  }
});

test('every table that gives ids goes on above them, also one that never held a row', async () => {
  const { folder, file } = backup();
  const dataDir = path.join(folder, 'data');
  await restore(file, dataDir);
  const { sqlite, close } = openDatabase(path.join(dataDir, DATABASE_FILE));
  const giving = sqlite.prepare("select name from sqlite_schema where sql like '%autoincrement%' order by name");
  const next = sqlite.prepare('select name from sqlite_sequence where seq >= 1000000 order by name');
  expect(next.pluck().all()).toEqual(giving.pluck().all());
  await close();
});

test('a damaged site can be replaced', async () => {
  const { folder, file } = backup();
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, DATABASE_FILE), 'no database at all, but as long as the beginning of one may be');
  const { aside } = await restore(file, dataDir, true);
  expect(readFileSync(path.join(aside ?? '', DATABASE_FILE), 'utf8')).toContain('no database');
});

test('a site that is there is not overwritten without saying so, and kept aside where it is said', async () => {
  const { folder, file } = backup();
  const other = await createTestApp({ posts: [{ slug: 'mine' }] });
  await other.services.images.add(await picture('#123456'));
  await other.close({ keepFolder: true });
  const dataDir = path.join(folder, 'data');
  cpSync(other.folder, dataDir, { recursive: true });
  writeFileSync(path.join(dataDir, 'session-secret'), 'a secret');
  const before = filesIn(dataDir);

  await expect(restore(file, dataDir)).rejects.toThrow('Say --replace');
  expect(filesIn(dataDir)).toEqual(before);

  const { aside } = await restore(file, dataDir, true);
  const kept = filesIn(aside ?? '');
  // The files of the data folder itself, whatever site is in it, and the database, which is checked below.
  const staying = ['session-secret', 'reserve', DATABASE_FILE];
  for (const [name, bytes] of before) {
    if (!staying.includes(name)) expect(kept.get(name), name).toEqual(bytes);
  }
  const database = new Database(path.join(aside ?? '', DATABASE_FILE), { readonly: true });
  expect(database.prepare('select slug from blog_posts').pluck().all()).toEqual(['mine']);
  database.close();
  // Cookies and known browsers are signed with this secret, which is in no backup.
  expect(readFileSync(path.join(dataDir, 'session-secret'), 'utf8')).toBe('a secret');
});

test('while a server runs nothing is restored', async () => {
  const { app, file } = await backedUpSite();
  const letGo = lockDataFolder(app.folder);
  await expect(restore(file, app.folder, true)).rejects.toThrow(DataFolderBusyError);
  letGo();
});

test('nor while another program works on the database', async () => {
  const { app, file } = await backedUpSite();
  const before = app.database.sqlite.prepare('select count(*) from blog_posts').pluck().get();
  await expect(restore(file, app.folder, true)).rejects.toThrow('Another program works on the database');
  expect(app.database.sqlite.prepare('select count(*) from blog_posts').pluck().get()).toBe(before);
});

test('a backup that cannot be proved replaces nothing and leaves nothing behind', async () => {
  const { folder, file } = backup();
  const dataDir = path.join(folder, 'data');
  await restore(file, dataDir);
  const before = filesIn(dataDir);
  const names = readdirSync(dataDir).toSorted();
  const bytes = readFileSync(file);
  bytes[600] = (bytes[600] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  await expect(restore(file, dataDir, true)).rejects.toThrow('damaged');
  expect(filesIn(dataDir)).toEqual(before);
  expect(readdirSync(dataDir).toSorted()).toEqual(names);

  const nowhere = path.join(folder, 'nowhere');
  await expect(restore(file, nowhere)).rejects.toThrow('damaged');
  await expect(restore(path.join(folder, 'none.tar'), nowhere)).rejects.toThrow('There is no file');
  expect(existsSync(nowhere)).toBe(false);
});

/** A backup whose database was changed by hand, with checksums that fit. */
async function tampered(sql: string): Promise<{ file: string; folder: string }> {
  const folder = passingFolder();
  const dataDir = path.join(folder, 'tampered');
  cpSync(onceData, dataDir, { recursive: true });
  const database = new Database(path.join(dataDir, DATABASE_FILE));
  database.pragma('foreign_keys = off');
  database.exec(sql);
  database.close();
  const file = path.join(folder, 'tampered.tar');
  await writeBackup({ dataDir, file, clock, program: '1' });
  return { file, folder };
}

test.each([
  ['a row refers to nothing', 'update blog_posts set category_id = 999', 'refers to no categories'],
  [
    'a statement of its own',
    'create trigger evil after insert on admin_users begin delete from blog_posts; end',
    'not as Ninefold makes it: evil',
  ],
  ['an index is missing', 'drop index ai_calls_run', 'not as Ninefold makes it: ai_calls_run'],
  [
    'a picture with a name that leads elsewhere',
    "update images set share_filename = '../../session-secret'",
    'a name that is none of ours',
  ],
  ['a newer program', 'pragma user_version = 99', 'newer version of Ninefold'],
])('a database is refused: %s', async (_what, sql, message) => {
  const attempt = async () => {
    const { file, folder } = await tampered(sql);
    await restore(file, path.join(folder, 'data'));
  };
  await expect(attempt()).rejects.toThrow(new RegExp(message));
});

test('a backup of an older program is brought up to date on its way back', async () => {
  const folder = passingFolder();
  const [old, dataDir, file] = ['old', 'data', 'old.tar'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(old);
  const before = openDatabase(path.join(old, DATABASE_FILE), { migrations: migrations.slice(0, 1) });
  before.sqlite.exec(`insert into settings (key, value, updated_at) values ('site-id', '"the-old-one"', '')`);
  await before.close();
  await writeBackup({ dataDir: old, file, clock, program: '0.1' });
  expect(await restore(file, dataDir)).toMatchObject({ pictures: 0, aside: null });
  const { sqlite, db, close } = openDatabase(path.join(dataDir, DATABASE_FILE));
  expect(sqlite.pragma('user_version', { simple: true })).toBe(migrations.length);
  expect(await findSiteId(db)).toBe('the-old-one');
  await close();
  expect(readdirSync(dataDir).filter((name) => name.includes('before'))).toEqual([]);
});

test('a restore that was killed in the middle of the swap is finished by the next start', async () => {
  const { folder, file } = backup();
  const restored = path.join(folder, 'restored');
  await restore(file, restored);
  // Every moment between two renames: `done` renames are made, then the process is gone.
  for (let done = 0; done <= 6; done += 1) {
    const dataDir = path.join(folder, `data-${done}`);
    cpSync(restored, dataDir, { recursive: true });
    const old = filesIn(dataDir);
    const fresh = path.join(dataDir, 'restoring-now');
    for (const name of ['uploads', 'originals']) mkdirSync(path.join(fresh, name), { recursive: true });
    await readArchive(file, { place: (name) => path.join(fresh, name) });
    writeFileSync(path.join(fresh, 'uploads', 'new.txt'), 'of the backup');
    const names = { fresh: 'restoring-now', aside: 'before-restore-now' };
    writeFileSync(path.join(dataDir, 'restore-under-way.json'), JSON.stringify(names));
    mkdirSync(path.join(dataDir, names.aside), { recursive: true });
    const moves = ['uploads', 'originals', DATABASE_FILE].flatMap((name) => [
      [path.join(dataDir, name), path.join(dataDir, names.aside, name)],
      [path.join(fresh, name), path.join(dataDir, name)],
    ]);
    for (const [from = '', to = ''] of moves.slice(0, done)) renameSync(from, to);

    expect(finishSwap(dataDir)).toBe(true);
    expect(finishSwap(dataDir)).toBe(false);
    expect(readFileSync(path.join(dataDir, 'uploads', 'new.txt'), 'utf8')).toBe('of the backup');
    expect(existsSync(fresh)).toBe(false);
    const kept = filesIn(path.join(dataDir, names.aside));
    expect([...kept.keys()].sort()).toEqual([...old.keys()].sort());
  }
});

test('the journal names nothing outside of the data folder', () => {
  const folder = passingFolder();
  for (const names of [
    { fresh: '../x', aside: 'before-restore-a' },
    { fresh: 'restoring-a', aside: '/tmp' },
  ]) {
    expect(() => swapIn(folder, names)).toThrow();
  }
});

test('the HTML of a backup is not believed: it is made anew of the text, which is as it was', async () => {
  const { app, folder } = await backedUpSite();
  const rows = () => app.database.sqlite.prepare('select content from blog_posts order by id').pluck().all();
  const texts = rows();
  app.database.sqlite.exec("update blog_posts set html = '<script>forged()</script>'");
  const file = path.join(folder, 'forged.tar');
  await writeBackup({ dataDir: app.folder, file, clock, program: '1.2.3' });
  const target = path.join(passingFolder(), 'data');
  await restore(file, target);
  const restored = new Database(path.join(target, DATABASE_FILE));
  // The HTML has version 0, which no pipeline has, so the job that renders HTML again at each start finds it.
  expect(restored.prepare('select distinct html_version from blog_posts').pluck().all()).toEqual([0]);
  expect(restored.prepare('select content from blog_posts order by id').pluck().all()).toEqual(texts);
  restored.close();
});
