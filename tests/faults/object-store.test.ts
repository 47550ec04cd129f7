import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openS3Store } from '#server/adapters/blobs/s3/s3-store.ts';
import { listBackups, runBackup } from '#shared/contract/backups.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import { longTest } from '#tests/long-test.ts';
import { type ObjectStore, startObjectStore } from '#tests/object-store/object-store.ts';
import { readAtOnce } from '#tests/read-at-once.ts';
import { shareOf } from '#tests/share.ts';
import { builtProgram, runToEnd } from './built-program.ts';
import { signInOwner } from './owner.ts';

const post = {
  slug: 'tea',
  title: 'Tea',
  excerpt: 'Tea.',
  content: 'Tea.',
  category: 'health',
  publishedAt: '2026-01-01T10:00:00.000Z',
  picture: 'paper-boat.jpg',
};

let folder: string;
let service: ObjectStore;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-elsewhere-'));
  service = await startObjectStore();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => service.environment('site');
const run = (command: string, args: string[], dataDir: string, more: Record<string, string> = {}) =>
  runToEnd(process.execPath, [builtProgram(command), ...args], {
    environment: { ...environment(), DATA_DIR: dataDir, PORT: '0', INIT_CWD: folder, ...more },
    cwd: folder,
    within: 5 * 60_000,
  });
const store = () => openS3Store({ place: service.place('site'), workFolder: folder });

// `npm test` tests the parts in this process: the move, who may take a store, what is served from it, backups.
longTest(
  'a site moves into an object store, is served and backed up from there, and put back on another machine',
  async () => {
    const data = path.join(folder, 'data');
    mkdirSync(data);
    await seedSite(data, [post]);
    const moved = await run('cli/blobs-move', [data, 's3://blog/site'], data, { BLOBS: data });
    expect(moved).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Done: \d+ files, .*same bytes; \d+ were copied now/),
    });
    expect(moved.said).toContain('Now set BLOBS=s3://blog/site');
    for (const name of ['uploads', 'originals', 'avif'])
      rmSync(path.join(data, name), { recursive: true, force: true });

    const server = await startOurServer(data, environment());
    const owner = await signInOwner(() => server.address);
    const [tea] = await owner.client.call(listPosts);
    const picture = server.address + (tea?.featuredImage ?? '');
    expect(readAtOnce(await fetch(picture)).status).toBe(200);
    await owner.client.call(runBackup);
    let status = await owner.client.call(listBackups);
    while (status.lastVerifiedAt === null) {
      expect(status.failure).toBeNull();
      await wait(200);
      status = await owner.client.call(listBackups);
    }
    expect(status.folder).toBe('s3://blog/site/backups');
    const [backup] = status.backups;
    expect((await store().head(`backups/${backup?.name}`))?.size).toBe(backup?.size);
    const downloaded = await owner.fetch(`/api/backups/${backup?.name}`);
    expect((await downloaded.arrayBuffer()).byteLength).toBe(backup?.size);
    // The copy is deleted after the answer's last byte is sent, which its reader may already have.
    await vi.waitFor(() => expect(readdirSync(path.join(data, 'blob-work'))).toEqual([]), 60_000);
    // The service fails: a picture that was read before stays available.
    service.fault = (_request, response) => {
      response.destroy();
      return true;
    };
    expect(readAtOnce(await fetch(picture)).status).toBe(200);
    service.fault = null;
    await server.stop();
    expect(existsSync(path.join(data, 'uploads'))).toBe(false);

    // A new site on another machine must not sweep the pictures away.
    const other = path.join(folder, 'other');
    const refused = await run('main', [], other);
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^s3:\/\/blog\/site holds the pictures of another site\. Put that site back first/),
    });
    rmSync(other, { recursive: true });
    const proved = await run('cli/restore', [`s3://blog/site/backups/${backup?.name}`, '--check'], other);
    expect(proved).toMatchObject({ code: 0, said: expect.stringContaining('The backup is good') });
    const restored = await run('cli/restore', ['newest'], other);
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Restored') });
    const again = await startOurServer(other, environment());
    expect(readAtOnce(await fetch(again.address + (tea?.featuredImage ?? ''))).status).toBe(200);
    await again.stop();
  },
);

const wrong = [
  [
    'a bucket that is not there',
    { BLOBS: 's3://nowhere/site' },
    /^There is no bucket “nowhere” at http:\S+ Make it first/,
  ],
  [
    'wrong keys',
    { AWS_ACCESS_KEY_ID: 'WRONG' },
    /does not know these keys \(InvalidAccessKeyId\)\. Check AWS_ACCESS_KEY_ID/,
  ],
] satisfies [string, Record<string, string>, RegExp][];
test.each(shareOf(wrong, 2))('%s ends a start with what to do', async (_what, more, said) => {
  const ended = await run('main', [], path.join(folder, 'never'), more);
  expect(ended).toMatchObject({ code: 1, said: expect.stringMatching(said) });
  expect(ended.said).not.toMatch(/\n\s+at /);
});

// server/config.test.ts tests which settings are wrong, and starting.test.ts that a start says so.
longTest('what the settings of a store lack is told before anything is done', async () => {
  const ended = await run('main', [], path.join(folder, 'never'), {
    AWS_SECRET_ACCESS_KEY: '',
    BACKUP_DIR: 's3://Bad_Bucket',
  });
  expect(ended).toMatchObject({
    code: 1,
    said: expect.stringMatching(/BACKUP_DIR: must be a folder, or s3:\/\/bucket\/prefix/),
  });
});
