import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { backupStatus, listBackups, runBackup } from '#shared/contract/backups.ts';
import { sendContactMessage } from '#shared/contract/contact.ts';
import { errorBody } from '#shared/contract/error-body.ts';
import { deleteImage, listImages, purgeImage, uploadImage } from '#shared/contract/images.ts';
import { createImport, IMPORT_FIELD, listImports } from '#shared/contract/imports.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { saveDraft } from '#shared/contract/posts/posts-admin.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { freePort } from '#tests/free-port.ts';
import { startServer } from '#tests/load/server-process.ts';
import { longTest } from '#tests/long-test.ts';
import { shareOf } from '#tests/share.ts';
import { builtProgram, runToEnd } from './built-program.ts';
import { withMounts } from './own-mounts.ts';
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

/**
 * Starts the built server with its data on a disk of this number of MiB, its backups elsewhere, and the owner signed
 * in.
 */
async function startOnSmallDisk(size: number): Promise<Owner> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-full-'));
  const [data, backups, seeded] = ['data', 'backups', 'seeded'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [data, backups, seeded]) mkdirSync(each);
  await seedSite(seeded, []);
  const port = await freePort();
  const environment = {
    DATA_DIR: data,
    BACKUP_DIR: backups,
    PORT: String(port),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  };
  const program = [process.execPath, builtProgram('main')];
  const { command, args } = withMounts(
    `mount -t tmpfs -o size=${size}m tmpfs '${data}' && cp -r '${seeded}/.' '${data}'`,
    environment,
    program,
  );
  const server = await startServer({
    command,
    args,
    port,
    readyPath: '/readyz',
    folder,
    logFile: path.join(folder, 'server.log'),
  });
  onTestFinished(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return signInOwner(() => server.address, { isMany: true });
}

/** Makes a picture that no codec makes small. */
async function noise(): Promise<Buffer> {
  const create = { width: 600, height: 400, channels: 3 as const, background: '#000' };
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    .png()
    .toBuffer();
}

async function upload(owner: Owner, bytes: Buffer): Promise<{ status: number; body: string }> {
  const response = await owner.fetch(uploadImage.path, { method: 'POST', body: pictureForm(bytes) });
  return { status: response.status, body: await response.text() };
}

async function finishedBackup(owner: Owner) {
  let status = backupStatus.parse(await owner.client.call(runBackup));
  while (status.isRunning) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    status = await owner.client.call(listBackups);
  }
  return status;
}

// In `npm test`, SQLite reports a full disk instead: server/adapters/disk-reserve.test.ts,
// server/routes/images.test.ts, tests/attack/mcp.test.ts.
longTest('a full disk is said, costs nothing that was stored, and is over when there is room', async () => {
  const owner = await startOnSmallDisk(8);
  // What an import wrote before the disk was full is removed, which makes room for everything below.
  const form = new FormData();
  form.set(IMPORT_FIELD, new Blob([randomBytes(12 * 1024 * 1024)]), 'blog.zip');
  const refusedImport = await owner.fetch(createImport.path, { method: 'POST', body: form });
  expect([refusedImport.status, errorBody.parse(await refusedImport.json()).code]).toEqual([507, 'storage_full']);
  expect(await owner.client.call(listImports)).toEqual([]);
  const bytes = await noise();
  const stored: string[] = [];
  let answer = await upload(owner, bytes);
  for (; answer.status === 201 && stored.length < 50; answer = await upload(owner, bytes)) {
    stored.push(uploadImage.response.parse(JSON.parse(answer.body)).filename);
  }
  expect(stored.length).toBeGreaterThan(0);
  expect(answer.status).toBe(507);
  expect(errorBody.parse(JSON.parse(answer.body))).toMatchObject({
    code: 'storage_full',
    message: 'The server’s disk is full. Nothing was stored: make room and try again.',
  });

  // Small writes may still fit; in the end nothing fits.
  const text = 'word '.repeat(30_000);
  const write = (number: number) =>
    owner.client.call(saveDraft, { body: { title: `Draft ${number}`, slug: `draft-${number}`, content: text } });
  let drafts = 0;
  const refusal = await (async () => {
    for (; drafts < 200; drafts += 1) await write(drafts);
  })().catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 507, code: 'storage_full' });
  const message = { name: 'Mira', email: 'mira@example.org', message: 'x'.repeat(5000) };
  for (let number = 0; number < 200; number += 1) {
    const told = await owner.client.call(sendContactMessage, { body: message }).catch((error: unknown) => error);
    if (told === undefined) continue;
    expect(told).toMatchObject({ status: 507 });
    break;
  }

  // Reading goes on, and every picture that was acknowledged is there; what was refused is not.
  expect((await owner.fetch('/')).status).toBe(200);
  const images = (await owner.client.list(listImages)).items.map(({ filename }) => filename);
  expect(images).toEqual(expect.arrayContaining(stored));
  for (const filename of stored) expect((await owner.fetch(`/uploads/${filename}`)).status).toBe(200);
  expect((await owner.client.list(listPosts, { query: { status: 'draft', limit: 100 } })).total).toBe(drafts);

  // The bin takes no room and frees none; deleting for good frees room.
  for (const image of stored.slice(0, 3)) await owner.client.call(deleteImage, { params: { image } });
  for (const image of stored.slice(0, 3)) await owner.client.call(purgeImage, { params: { image } });
  expect((await upload(owner, bytes)).status).toBe(201);
  await write(1000);
  expect(await finishedBackup(owner)).toMatchObject({ failure: null, backups: [{ verifiedAt: expect.any(String) }] });
});

const tooSmall = [
  ['the pictures do not fit', '512k'],
  ['the database does not fit', '2m'],
] as const;
test.each(shareOf(tooSmall, 2))(
  'a backup that finds no room says so and leaves no part of it: %s',
  async (_what, size) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-full-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [data, backups] = [path.join(folder, 'data'), path.join(folder, 'backups')];
    for (const each of [data, backups]) mkdirSync(each);
    await seedSite(data, [post]);
    const database = openDatabase(path.join(data, DATABASE_FILE));
    database.sqlite.exec('create table ballast (bytes); insert into ballast values (zeroblob(4000000))');
    await database.close();
    const environment = { DATA_DIR: data, BACKUP_DIR: backups };
    const script = `'${process.execPath}' '${builtProgram('cli/backup')}' || code=$?; ls -A '${backups}'; exit $code`;
    const mount = `mount -t tmpfs -o size=${size} tmpfs '${backups}'`;
    const { command, args } = withMounts(mount, environment, ['sh', '-c', script]);
    expect(await runToEnd(command, args, { environment: {}, cwd: folder })).toEqual({
      code: 1,
      said: `The disk of ${backups} is full. Nothing was left behind: make room, or name another folder.\n`,
    });
  },
);
