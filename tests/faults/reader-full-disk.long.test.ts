import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPost } from '#shared/contract/posts/posts-admin.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { freePort } from '#tests/free-port.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import { firstChild } from '#tests/load/process-figures.ts';
import { startServer } from '#tests/load/server-process.ts';
import { startObjectStore } from '#tests/object-store/object-store.ts';
import { builtProgram, runToEnd } from './built-program.ts';
import { withMounts } from './own-mounts.ts';
import { signInOwner } from './owner.ts';

// Tested without a disk of its own in server/reader/reader.test.ts and server/reader/outbox/full-disk.test.ts.

const MIB = 1024 * 1024;
/** The size of the reader's disk in MiB: the room that the reader leaves free for others, and some more. */
const SIZE = 100;
const SECRET = 'what the writer and its readers know, and nobody else';
const post = {
  ...{ slug: 'tea', title: 'Tea', excerpt: 'Tea.', content: 'Tea.', category: 'health', picture: 'paper-boat.jpg' },
  publishedAt: '2026-01-01T10:00:00.000Z',
};
/** Runs a program again whenever it ends, as a service manager does, on the disk that was mounted earlier. */
const FOR_EVER = `trap 'kill $child; exit' TERM; while :; do "$@" & child=$!; wait $child || true; done`;

/** Opens a writer, its store, and a reader on a small disk of its own. */
async function openSite() {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-reader-full-'));
  const [data, disk] = [path.join(folder, 'writer'), path.join(folder, 'disk')];
  for (const each of [data, disk]) mkdirSync(each);
  await seedSite(data, [post]);
  const store = await startObjectStore();
  const common: Record<string, string> = {
    ...store.environment('site'),
    READER_SECRET: SECRET,
    SITE_URL: 'http://blog.example',
  };
  const environment = { ...common, DATA_DIR: data };
  const moved = await runToEnd(process.execPath, [builtProgram('cli/blobs-move'), data, common.BLOBS ?? ''], {
    ...{ environment, cwd: folder },
  });
  expect(moved).toMatchObject({ code: 0 });
  const writer = await startOurServer(data, common);
  const port = await freePort();
  const own = { ...common, ROLE: 'reader', WRITER_URL: writer.address, DATA_DIR: disk, PORT: String(port) };
  const program = ['sh', '-c', FOR_EVER, 'sh', process.execPath, builtProgram('main')];
  const mount = `mount -t tmpfs -o size=${SIZE}m tmpfs '${disk}'`;
  const logFile = path.join(folder, 'reader.log');
  const reader = await startServer({
    ...withMounts(mount, own, program),
    ...{ port, readyPath: '/readyz', folder, logFile },
  });
  onTestFinished(async () => {
    await reader.stop();
    await writer.stop();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  // The path goes through the mounts that the reader sees.
  const ballast = `/proc/${reader.pid}/root${disk}/ballast`;
  return { writer, reader, ballast, log: () => readFileSync(logFile, 'utf8') };
}

/** Writes into a file until not one more byte fits. */
function fillWith(file: string): void {
  for (let size = 8 * MIB; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
}

test('a reader whose disk is full serves the last good publication, says so, and goes on when there is room', async () => {
  const { writer, reader, ballast, log } = await openSite();
  const get = async (address: string, init?: RequestInit) => {
    const response = await fetch(reader.address + address, init);
    return { status: response.status, text: await response.text() };
  };
  const until = (isSo: () => Promise<void>) => vi.waitFor(isSo, { timeout: 90_000, interval: 200 });
  const failingSince = async () =>
    Number(/^ninefold_reader_failing_since_timestamp_seconds (\S+)$/m.exec((await get('/metrics')).text)?.[1]);
  const message = { name: 'Ann', email: 'ann@example.com', subject: '', message: 'Is there room?' };
  const send = () =>
    get('/api/contact', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) },
    });
  const owner = await signInOwner(() => writer.address);
  const write = (slug: string) =>
    owner.client.call(createPost, {
      body: {
        ...{ title: slug, slug, excerpt: 'About it.', content: 'Its text.', categoryId: 1, readTime: 1 },
        published: true,
      },
    });
  const page = await get('/post/tea');
  expect(page.status).toBe(200);

  fillWith(ballast);
  expect(statfsSync(path.dirname(ballast)).bavail).toBe(0);
  await write('coffee');
  await until(async () => expect(JSON.parse((await get('/readyz')).text)).toMatchObject({ publication: 'behind' }));
  expect(await failingSince()).toBeGreaterThan(0);
  expect(log()).toContain('the last good one is served on: The disk of this machine is full');
  // Pages and pictures that nobody has read here yet are served all the same.
  const picture = /"(\/uploads\/[^" ]+\.webp)/.exec(page.text)?.[1] ?? 'no picture';
  for (const address of ['/post/tea', '/archive', '/search?q=tea', picture])
    expect([address, (await get(address)).status]).toEqual([address, 200]);
  expect((await get('/post/coffee')).status).toBe(404);
  const refused = await send();
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([507, { code: 'storage_full' }]);

  // There is room for the publication that the reader has, but not for the next one: it starts with the one that it
  // has.
  truncateSync(ballast, (SIZE - 30) * MIB);
  const killed = firstChild(reader.pid);
  process.kill(killed, 'SIGKILL');
  await until(async () => expect(firstChild(reader.pid)).not.toBe(killed));
  await until(async () => expect((await get('/post/tea')).status).toBe(200));
  await until(async () => expect(JSON.parse((await get('/readyz')).text)).toMatchObject({ publication: 'behind' }));
  expect((await get('/post/coffee')).status).toBe(404);
  expect((await send()).status).toBe(204);

  rmSync(ballast);
  await until(async () => expect((await get('/post/coffee')).status).toBe(200));
  expect(JSON.parse((await get('/readyz')).text)).toMatchObject({ publication: 'current' });
  expect(await failingSince()).toBe(0);
}, 240_000);
