import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { createTestTimers } from '#server/adapters/ai/test-timers.ts';
import { exportInProcess } from '#server/adapters/export-process.ts';
import { readConfig } from '#server/config.ts';
import { downloadBackup } from '#shared/contract/backups.ts';
import { exportForGhost, exportSite, getExportSummary } from '#shared/contract/exports.ts';
import { longTest } from '#tests/long-test.ts';
import { isWhole } from '#tests/share.ts';
import { unzip } from '#tests/unzip.ts';
import { ghostFile } from '../services/export/ghost/ghost-shapes.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

/**
 * The bytes of one piece of an archive, and the most bytes of an archive that the buffers of two sockets may hold on
 * any system.
 */
const PIECE = 64 * 1024;
const MOST_BUFFERED = 64 * 1024 * 1024;

let app: TestApp;
afterEach(() => app.close());

async function open(options: TestAppOptions = {}): Promise<string> {
  app = await createTestApp(options);
  return app.signIn();
}

const get = (url: string, cookie: string) => app.http.inject({ url, headers: { cookie } });

test('the owner takes everything along as one archive, and in the whole another that Ghost imports', async () => {
  const cookie = await open({ posts: [{ slug: 'tea', title: 'Tea', content: '**Hot** water' }] });
  const whole = await get(exportSite.path, cookie);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="ninefold-export-2025-06-01.zip"',
    'cache-control': 'no-store, no-transform',
  });
  const files = await unzip(whole.rawPayload);
  expect([...files.keys()]).toEqual(expect.arrayContaining(['tea.md', 'ninefold-export.json']));
  expect(files.get('tea.md')?.toString()).toContain('**Hot** water');
  // No copy of the database stays behind.
  expect(readdirSync(app.folder).filter((name) => name.startsWith('.export-'))).toEqual([]);

  // The content of this file is tested in server/services/export/ghost; another process for it takes seconds.
  if (!isWhole) return;
  const ghost = await unzip((await get(exportForGhost.path, cookie)).rawPayload);
  const { db } = ghostFile.parse(JSON.parse(ghost.get('ghost.json')?.toString() ?? ''));
  expect(db[0].data.posts).toMatchObject([
    { slug: 'tea', status: 'published', html: '<p><strong>Hot</strong> water</p>' },
  ]);
  expect(readdirSync(app.folder).filter((name) => name.startsWith('.export-'))).toEqual([]);
});

test('what it would hold is told before', async () => {
  const cookie = await open({ posts: [{ content: 'é' }, { content: 'ab' }] });
  const { body } = await ask(app.http, getExportSummary, { cookie });
  expect(body).toEqual({ posts: 2, postBytes: 4, pictures: 0, pictureBytes: 0, subscribers: 0 });
});

test('readers get nothing, and a program’s token opens neither exports nor backups', async () => {
  await open();
  for (const endpoint of [getExportSummary, exportSite, exportForGhost, downloadBackup]) {
    expect(endpoint.token).toBeNull();
    expect((await refused(app.http, endpoint, { params: { name: 'ninefold-1.tar' } })).code).toBe('unauthorized');
  }
});

test('one export is made at a time, and whoever goes away ends it', async () => {
  let ended = 0;
  const never = () => {
    const archive = new Readable({ read: () => undefined });
    archive.push('begins');
    archive.once('close', () => {
      ended += 1;
    });
    return archive;
  };
  const cookie = await open({ makeExport: async () => never() });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  const call = request({ port, path: exportSite.path, headers: { cookie, host: 'site.test' } }).end();
  const [response] = await once(call, 'response');
  await once(response, 'data');
  const second = await refused(app.http, exportForGhost, { cookie });
  expect(second).toMatchObject({ status: 503, code: 'overloaded' });
  call.on('error', () => undefined);
  response.on('error', () => undefined);
  call.destroy();
  await expect.poll(() => ended).toBe(1);
  // The next export can begin; a server that stops ends it.
  const another = request({ port, path: exportSite.path, headers: { cookie, host: 'site.test' } }).end();
  another.on('error', () => undefined);
  const [going] = await once(another, 'response');
  going.on('error', () => undefined);
  going.resume();
  await app.http.close();
  expect(ended).toBe(2);
});

test('an export that nobody reads on is cut off after five minutes, holds little until then, and lets the next one begin', async () => {
  const timers = createTestTimers();
  let made = 0;
  let ended = 0;
  const endless = () =>
    new Readable({
      read() {
        made += PIECE;
        this.push(Buffer.alloc(PIECE));
      },
      destroy(error, done) {
        ended += 1;
        done(error);
      },
    });
  const archives = [endless(), Readable.from([Buffer.from('whole')], { objectMode: false })];
  const cookie = await open({ timers, makeExport: async () => archives.shift() ?? endless() });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  const call = request({ port, path: exportSite.path, headers: { cookie, host: 'site.test' } }).end();
  call.on('error', () => undefined);
  const [response] = await once(call, 'response');
  response.on('error', () => undefined);
  /** Waits until every buffer on the way is full. */
  const standsStill = async () => {
    let before = -1;
    await expect
      .poll(() => {
        const isSame = made === before;
        before = made;
        return isSame;
      })
      .toBe(true);
  };
  await standsStill();
  expect(made).toBeLessThan(MOST_BUFFERED);
  timers.advance(4 * 60_000);
  // A client that reads some of the archive has five minutes again.
  const before = made;
  for await (const _ of response.iterator({ destroyOnReturn: false })) if (made > before + PIECE) break;
  await standsStill();
  timers.advance(5 * 60_000);
  expect(ended).toBe(0);
  timers.advance(60_000);
  await expect.poll(() => ended).toBe(1);
  await expect.poll(async () => (await get(exportForGhost.path, cookie)).body).toBe('whole');
  expect(timers.waiting().filter((milliseconds) => milliseconds === 60_000)).toEqual([]);
});

longTest('an export that is ended in the middle leaves no copy of the site behind', async () => {
  const content = () => randomBytes(30_000).toString('base64');
  await open({ posts: Array.from({ length: 30 }, (_, index) => ({ slug: `post-${index}`, content: content() })) });
  const copies = () => readdirSync(app.folder).filter((name) => name.startsWith('.export-'));
  const make = exportInProcess(readConfig({ DATA_DIR: app.folder, SITE_URL: 'http://site.test' }, app.folder));
  const archive = await make('everything');
  expect(copies()).not.toEqual([]);
  archive.destroy();
  await once(archive, 'close');
  expect(copies()).toEqual([]);
});

test('an export that fails before its first bytes is a fault, and one in the middle is cut off', async () => {
  let fails: 'at once' | 'later' = 'at once';
  const cookie = await open({
    makeExport: async () => {
      if (fails === 'at once') throw new Error('The disk is gone');
      return Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('The disk is gone');
        })(),
        { objectMode: false },
      );
    },
  });
  expect((await get(exportSite.path, cookie)).statusCode).toBe(500);
  fails = 'later';
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  const call = request({ port, path: exportSite.path, headers: { cookie, host: 'site.test' } }).end();
  const [response] = await once(call, 'response');
  await expect(once(response.resume(), 'end')).rejects.toThrow('aborted');
});

test('a backup is downloaded as its file, and nothing beside it', async () => {
  const cookie = await open();
  const folder = path.join(app.folder, 'backups');
  mkdirSync(folder, { recursive: true });
  const name = 'ninefold-2025-05-31T10-00-00Z.tar';
  writeFileSync(path.join(folder, name), 'bytes');
  writeFileSync(path.join(folder, 'backups.json'), '{}');
  const answer = await get(downloadBackup.path.replace(':name', name), cookie);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/x-tar',
    'content-length': '5',
    'content-disposition': `attachment; filename="${name}"`,
  });
  expect(answer.body).toBe('bytes');
  for (const other of ['ninefold-2025-05-30T10-00-00Z.tar', 'backups.json', '..%2F..%2Fninefold.db']) {
    const { statusCode } = await get(downloadBackup.path.replace(':name', other), cookie);
    expect([400, 404]).toContain(statusCode);
  }
});
