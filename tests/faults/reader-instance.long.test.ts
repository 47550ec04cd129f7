import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { createApiClient } from '#shared/api-client/client.ts';
import { listCategories } from '#shared/contract/categories.ts';
import { listContactMessages, sendContactMessage } from '#shared/contract/contact.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { createPost } from '#shared/contract/posts/posts-admin.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { freePort } from '#tests/free-port.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import type { ServerProcess } from '#tests/load/server-process.ts';
import { isWhole } from '#tests/share.ts';
import { signInOwner } from './owner.ts';

const SECRET = 'what the writer and its readers know, and nobody else';
const post = {
  slug: 'tea',
  title: 'Tea',
  excerpt: 'Tea.',
  content: 'Tea.',
  category: 'health',
  publishedAt: '2026-01-01T10:00:00.000Z',
  picture: 'paper-boat.jpg',
};

let folder = '';
const running: ServerProcess[] = [];
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const kill = async (server: ServerProcess) => {
  process.kill(server.pid, 'SIGKILL');
  await server.stop();
};
const page = async (server: ServerProcess, address: string) => {
  const response = await fetch(server.address + address, { headers: { accept: 'text/html' } });
  return { status: response.status, text: await response.text() };
};
/** Returns the number of the publication that a reader serves. */
const numberOf = async (server: ServerProcess) => {
  const metrics = await (await fetch(`${server.address}/metrics`)).text();
  return Number(/publication_number (\d+)/.exec(metrics)?.[1] ?? 0);
};
const shows = (server: ServerProcess, address: string) =>
  vi.waitFor(async () => expect((await page(server, address)).status).toBe(200), { timeout: 60_000, interval: 200 });

test('a site is written through a reader, read there while the writer is dead, and nothing visitors left is lost or twice', async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-fleet-'));
  const data = path.join(folder, 'data');
  mkdirSync(data);
  await seedSite(data, [post]);
  const [writerPort, readerPort] = [await freePort(), await freePort()];
  // As in docs/deployment.md: the publisher, a process of its own, must be told the content of the file.
  const secretFile = path.join(folder, 'reader-secret');
  writeFileSync(secretFile, `${SECRET}\n`);
  const startWriter = async () => {
    const writer = await startOurServer(data, { READER_SECRET_FILE: secretFile }, writerPort);
    running.push(writer);
    return writer;
  };
  const startReader = async () => {
    const environment = {
      ROLE: 'reader',
      BLOBS: data,
      WRITER_URL: `http://127.0.0.1:${writerPort}`,
      READER_SECRET_FILE: secretFile,
    };
    const reader = await startOurServer(path.join(folder, 'reader'), environment, readerPort);
    running.push(reader);
    return reader;
  };
  const writer = await startWriter();
  const reader = await startReader();

  // The page of a post is the same to the byte, and so are the headers for browsers and edges.
  const both = await Promise.all([writer, reader].map((server) => fetch(`${server.address}/post/tea`)));
  expect(both[1]?.headers.get('etag')).toBe(both[0]?.headers.get('etag'));

  const [tea] = await createApiClient({ fetch: (address, init) => fetch(reader.address + address, init) }).call(
    listPosts,
  );
  for (const picture of [tea?.featuredImage ?? '', '/share.png']) {
    const answer = await fetch(reader.address + picture);
    expect([answer.status, answer.headers.get('content-type')], picture).toEqual([
      200,
      expect.stringContaining('image/'),
    ]);
    await answer.arrayBuffer();
  }

  // The owner signs in, and writes, at the reader's address.
  const owner = await signInOwner(() => reader.address);
  const [category] = await owner.client.call(listCategories);
  const write = (slug: string, publishedAt: string) =>
    owner.client.call(createPost, {
      body: {
        ...{
          title: slug,
          slug,
          excerpt: 'About it.',
          content: 'Its text.',
          categoryId: category?.id ?? 1,
          readTime: 1,
        },
        ...{ published: true, publishedAt },
      },
    });
  await write('coffee', new Date().toISOString());
  await shows(reader, '/post/coffee');
  const before = await numberOf(reader);
  // server/reader/reader.test.ts tests with a stopped clock what is due; the full run waits for it by the real clock.
  const dueAt = Date.now() + 20_000;
  if (isWhole) {
    await write('soon', new Date(dueAt).toISOString());
    // A post that is due later travels with the publication after it.
    await vi.waitFor(async () => expect(await numberOf(reader)).toBeGreaterThan(before), {
      timeout: 18_000,
      interval: 200,
    });
  }

  await kill(writer);
  if (isWhole) expect((await page(reader, '/post/soon')).status).toBe(404);
  const visitor = createApiClient({ fetch: (address, init) => fetch(reader.address + address, init) });
  const message = { name: 'Ann', email: 'ann@example.com', subject: '', message: 'While you were away' };
  await visitor.call(sendContactMessage, { body: message });
  const admin = await page(reader, '/admin');
  expect([admin.status, admin.text.includes('cannot be reached just now')]).toEqual([503, true]);
  if (isWhole) {
    await shows(reader, '/post/soon');
    expect(Date.now()).toBeGreaterThanOrEqual(dueAt);
  }

  await kill(reader);
  const again = await startReader();
  expect((await page(again, isWhole ? '/post/soon' : '/post/coffee')).status).toBe(200);
  await startWriter();
  const later = await signInOwner(() => again.address);
  await vi.waitFor(
    async () => {
      const messages = await later.client.call(listContactMessages);
      expect(messages.filter(({ message: text }) => text === message.message)).toHaveLength(1);
    },
    { timeout: 40_000, interval: 300 },
  );
}, 240_000);
