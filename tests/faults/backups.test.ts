import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { type BackupStatus, listBackups, runBackup } from '#shared/contract/backups.ts';
import { uploadImage } from '#shared/contract/images.ts';
import { getMeta } from '#shared/contract/meta.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { createPost } from '#shared/contract/posts/posts-admin.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import { longTest } from '#tests/long-test.ts';
import { readAtOnce } from '#tests/read-at-once.ts';
import { isWhole, shareOf } from '#tests/share.ts';
import { builtProgram, runToEnd } from './built-program.ts';
import { type Owner, pictureForm, signInOwner } from './owner.ts';

const post = {
  slug: 'tea',
  title: 'Tea',
  excerpt: 'Tea.',
  content: 'Tea.',
  category: 'health',
  publishedAt: '2026-01-01T10:00:00.000Z',
  picture: 'paper-boat.jpg',
};

/** The folder of a site with the post, made once: each test gets a copy of it. */
const seeded = mkdtempSync(path.join(tmpdir(), 'ninefold-seeded-'));
beforeAll(() => seedSite(seeded, [post]));
afterAll(() => rmSync(seeded, { recursive: true, force: true }));

function setUp() {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = path.join(folder, 'data');
  const run = (command: string, args: string[], dataDir = data) =>
    runToEnd(process.execPath, [builtProgram(`cli/${command}`), ...args], {
      environment: { DATA_DIR: dataDir, INIT_CWD: folder },
      cwd: folder,
    });
  const seed = () => cpSync(seeded, data, { recursive: true });
  return { folder, data, run, seed };
}

async function start(data: string, settings: Record<string, string> = {}) {
  const server = await startOurServer(data, settings);
  onTestFinished(() => server.stop());
  return { server, owner: await signInOwner(() => server.address) };
}

/**
 * Asks until `holds` is true, for as long as the test may take: a backup has a lower priority than all else on the
 * machine.
 */
async function until(owner: Owner, holds: (status: BackupStatus) => boolean): Promise<BackupStatus> {
  for (;;) {
    const status = await owner.client.call(listBackups);
    expect(status.failure).toBeNull();
    if (holds(status)) return status;
    await wait(100);
  }
}

test('a site is backed up while its server runs, and put back elsewhere and in its own place as the same site', async () => {
  const { folder, data, run, seed } = setUp();
  seed();
  const { server, owner } = await start(data);
  const { siteId } = await owner.client.call(getMeta);
  const backedUp = await run('backup', ['mine.tar']);
  expect(backedUp).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Done: .*mine\.tar, [\d.]+ MB, 1 pictures; \d+ pages/),
  });
  // Only the full run tests what else the command says, and a restore in the site's own place;
  // server/services/backup/restore-backup.test.ts tests them too.
  if (isWhole) {
    expect(await run('restore', ['mine.tar', '--check'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('The backup is good'),
    });
    expect(await run('restore', ['mine.tar', '--replace'])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/is in use by another Ninefold server\. Stop it first.*\n$/),
    });
  }
  // These things are written after the backup.
  const later = isWhole ? await writeLater(owner, data) : { picture: '' };
  if (!isWhole) await publish(owner, {});
  await server.stop();

  const elsewhere = path.join(folder, 'elsewhere');
  expect(await run('restore', ['mine.tar'], elsewhere)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Restored'),
  });
  expect(slugsIn(elsewhere)).toEqual(['tea']);
  // server/services/backup/restore-backup.test.ts serves the restored site; here only the full run does.
  if (!isWhole) return;
  const again = await start(elsewhere);
  expect((await again.owner.client.call(getMeta)).siteId).toBe(siteId);
  const posts = await again.owner.client.call(listPosts);
  expect(posts.map(({ slug }) => slug)).toEqual(['tea']);
  expect(readAtOnce(await fetch(again.server.address + (posts[0]?.featuredImage ?? ''))).status).toBe(200);
  expect(await (await fetch(`${again.server.address}/post/tea`)).text()).toContain('Tea.');
  // The owner has signed in again above; the earlier session is in no backup.
  expect(readFileSync(path.join(elsewhere, 'server.log'), 'utf8')).not.toMatch(/"level":(50|60)/);

  // While the server ran, the refusal would be that the folder is in use.
  await again.server.stop();
  expect(await run('restore', ['mine.tar'], elsewhere)).toMatchObject({
    code: 1,
    said: expect.stringContaining('Say --replace'),
  });
  // In the site's own place, everything written after the backup is gone, and the former data is kept aside, whole.
  const { code, said } = await run('restore', ['mine.tar', '--replace']);
  expect(code, said).toBe(0);
  const aside = /kept in (\S+)/.exec(said)?.[1] ?? '';
  expect([slugsIn(data), existsSync(path.join(data, later.picture))]).toEqual([['tea'], false]);
  expect([slugsIn(aside), existsSync(path.join(aside, later.picture))]).toEqual([['later', 'tea'], true]);
  const copy = await startOurServer(aside);
  onTestFinished(() => copy.stop());
  expect(readAtOnce(await fetch(`${copy.address}/post/later`)).status).toBe(200);
  expect(readAtOnce(await fetch(copy.address + later.picture)).status).toBe(200);
});

/** Publishes a post with a picture of its own. Returns the picture's address. */
async function writeLater(owner: Owner, data: string): Promise<{ picture: string }> {
  const jpeg = readdirSync(path.join(data, 'uploads')).find((name) => name.endsWith('.jpg')) ?? '';
  const form = pictureForm(readFileSync(path.join(data, 'uploads', jpeg)));
  const upload = await owner.fetch(uploadImage.path, { method: 'POST', body: form });
  const { imageUrl } = uploadImage.response.parse(await upload.json());
  await publish(owner, { featuredImage: imageUrl });
  return { picture: imageUrl };
}

async function publish(owner: Owner, more: { featuredImage?: string }): Promise<void> {
  const later = { title: 'Later', slug: 'later', excerpt: 'Later.', content: 'Later.', categoryId: 1, readTime: 1 };
  await owner.client.call(createPost, { body: { ...later, published: true, featured: false, ...more } });
}

/** Returns the slugs of a site whose server does not run. */
function slugsIn(folder: string): unknown[] {
  const reader = openReader(path.join(folder, DATABASE_FILE));
  try {
    return reader.prepare('select slug from blog_posts order by slug').pluck().all();
  } finally {
    reader.close();
  }
}

// server/services/backup/read-archive.test.ts tests what is read, and restore-backup.test.ts what stays.
longTest('a flipped byte in a backup is told by restore, and what is there stays', async () => {
  const { folder, data, run, seed } = setUp();
  seed();
  expect((await run('backup', ['mine.tar'])).code).toBe(0);
  const file = path.join(folder, 'mine.tar');
  const bytes = readFileSync(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 0x20;
  writeFileSync(file, bytes);
  const names = readdirSync(data).toSorted();
  for (const option of ['--check', '--replace']) {
    expect(await run('restore', ['mine.tar', option])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The backup is damaged: \S+ is not what was written\.\n$/),
    });
  }
  expect(
    readdirSync(data)
      .filter((name) => !name.endsWith('.lock'))
      .toSorted(),
  ).toEqual(names.filter((name) => !name.endsWith('.lock')));
});

test('a wrong call says how it is done', async () => {
  const { run } = setUp();
  const wrong: [command: string, args: string[]][] = [
    ['backup', ['a', 'b']],
    ['backup', ['--what']],
    ['restore', []],
    ['restore', ['a', '--check', '--replace']],
  ];
  for (const [command, args] of shareOf(wrong, 4)) {
    expect(await run(command, args)).toMatchObject({
      code: 1,
      said: expect.stringContaining(`Usage: npm run ${command}`),
    });
  }
  expect(await run('restore', ['none.tar'])).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no file'),
  });
  expect(await run('backup', [])).toMatchObject({ code: 1, said: expect.stringContaining('There is no site in') });
});

// server/services/backup/backup-service.test.ts tests when a backup is due, which backups are kept, and what a stop
// ends.
longTest(
  'a scheduled backup is made by itself, proved, told, and survives the server, whose end ends one under way',
  async () => {
    const { folder, data, seed } = setUp();
    seed();
    const backups = path.join(folder, 'kept');
    const settings = { BACKUP_EVERY_HOURS: '1', BACKUP_KEEP: '2', BACKUP_DIR: backups };
    const { server, owner } = await start(data, settings);
    const made = await until(owner, ({ lastVerifiedAt }) => lastVerifiedAt !== null);
    expect(made).toMatchObject({ everyHours: 1, keep: 2, folder: backups, failure: null });
    expect(made.backups).toHaveLength(1);
    const [first] = made.backups;
    expect(statSync(path.join(backups, first?.name ?? '')).size).toBe(first?.size);
    await server.stop();

    const again = await start(data, settings);
    const status = await until(again.owner, ({ nextAt }) => nextAt !== null);
    expect(status.backups).toEqual(made.backups);
    expect(status.lastVerifiedAt).toBe(made.lastVerifiedAt);
    expect(Date.parse(status.nextAt ?? '')).toBe(Date.parse(first?.createdAt ?? '') + 60 * 60 * 1000);

    // A backup that is asked for is made too, and does not hold readers up.
    await again.owner.client.call(runBackup);
    const answered = await answersMeanwhile(again.server.address, () => again.owner.client.call(listBackups));
    const asked = await again.owner.client.call(listBackups);
    expect(asked.failure).toBeNull();
    expect(asked.backups).toHaveLength(2);
    expect(answered).toBeGreaterThan(0);

    // A backup that is under way when the server stops leaves nothing behind.
    const names = readdirSync(backups).toSorted();
    await again.owner.client.call(runBackup);
    const started = performance.now();
    await again.server.stop();
    expect(performance.now() - started).toBeLessThan(5000);
    expect(readdirSync(backups).toSorted()).toEqual(names);
  },
);

/** Returns the number of pages that are answered while a backup is being made. */
async function answersMeanwhile(address: string, status: () => Promise<BackupStatus>): Promise<number> {
  let answered = 0;
  while ((await status()).isRunning) {
    const page = await fetch(`${address}/`);
    await page.text();
    if (page.ok) answered += 1;
  }
  return answered;
}
