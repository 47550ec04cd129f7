import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, test, vi } from 'vitest';
import { openS3Store } from '#server/adapters/blobs/s3/s3-store.ts';
import { readConfig } from '#server/config.ts';
import type { PublishedManifest } from '#server/services/publication/manifest.ts';
import { publicSettingsOf } from '#server/services/publication/public-settings.ts';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { uploadImage } from '#shared/contract/images.ts';
import { SESSION_COOKIE } from '#shared/contract/session.ts';
import { startObjectStore } from '#tests/object-store/object-store.ts';
import { shareOf } from '#tests/share.ts';
import { createTestStore, startTestReader, type TestReader, type TestStore } from './test-reader.ts';

/** A clock that stands still until it is moved. */
function clockFrom(start: number) {
  let time = start;
  return {
    now: () => time,
    advance(milliseconds: number) {
      time += milliseconds;
    },
  };
}

/** The time at which every site of this file begins. */
const START = Date.now();

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** A writer that listens, with one post, and a store for its publications. */
async function writer(): Promise<{ app: TestApp; store: TestStore; writerUrl: string }> {
  const app = await createTestApp({ now: START, posts: [{ slug: 'tea', title: 'Tea' }] });
  ended.push(() => app.close());
  const store = createTestStore();
  ended.push(() => store.close());
  const writerUrl = await app.http.listen({ port: 0, host: '127.0.0.1' });
  return { app, store, writerUrl };
}
async function reader(options: Parameters<typeof startTestReader>[0]): Promise<TestReader> {
  const started = await startTestReader(options);
  ended.push(() => started.close());
  return started;
}
const shows = (instance: TestReader, address: string, status = 200) =>
  vi.waitFor(async () => {
    const page = await instance.page(address);
    expect(page.status).toBe(status);
    return page;
  }, 60_000);
const notes = async (instance: TestReader) =>
  (await fetch(`${instance.address}/metrics`))
    .text()
    .then((text) =>
      Object.fromEntries(
        [...text.matchAll(/^ninefold_reader_(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
      ),
    );

test('a reader is ready once it has a publication, and goes over to each newer one', async () => {
  const { app, store, writerUrl } = await writer();
  const instance = await reader({ blobs: store.folder, writerUrl });
  expect(await instance.page('/readyz')).toMatchObject({ status: 503 });
  expect(await instance.page('/healthz')).toMatchObject({ status: 200 });
  const early = await instance.page('/post/tea');
  expect(early.status).toBe(503);
  expect(early.headers.get('retry-after')).toBe('3');
  await store.publish(app, { number: 1 });
  const first = await shows(instance, '/post/tea');
  expect(first.text).toContain('Tea');
  expect(await instance.page('/readyz')).toMatchObject({
    ...{ status: 200, text: JSON.stringify({ status: 'ok', publication: 'current' }) },
  });
  await app.post({ slug: 'coffee', title: 'Coffee' });
  const settings = { ...publicSettingsOf(readConfig({ SITE_URL: 'https://tea.example' })), hasLetters: true };
  await store.publish(app, { number: 2, settings });
  const second = await shows(instance, '/post/coffee');
  // The settings that pages show are those of the writer.
  expect(second.text).toContain('<link rel="canonical" href="https://tea.example/post/coffee"/>');
  expect((await instance.page('/follow')).text).toContain('name="email"');
  expect((await (await fetch(`${instance.address}/api/posts`)).json()) as unknown[]).toHaveLength(2);
  expect(await notes(instance)).toMatchObject({ publication_number: 2, swaps: 1 });
});

/** The lies of a store. `number` is one more than the number of the last good publication. */
const LIES: Record<string, (parts: { store: TestStore; app: TestApp; number: number }) => Promise<unknown>> = {
  'an older publication': ({ store, app, number }) => store.publish(app, { number: number - 2 }),
  'one of another site': ({ store, app, number }) => store.publish(app, { number, siteId: 'another site' }),
  'one of a newer program': ({ store, app, number }) => store.publish(app, { number, migration: 9999 }),
  'a file of other bytes': ({ store, app, number }) => {
    const spoil = async (manifest: PublishedManifest) => {
      await store.store.put(manifest.database.key, Buffer.alloc(manifest.database.bytes, 1));
      return manifest;
    };
    return store.publish(app, { number, spoil });
  },
  'half a file': ({ store, app, number }) => {
    const spoil = async (manifest: PublishedManifest) => {
      await store.store.put(manifest.database.key, Buffer.alloc(Math.floor(manifest.database.bytes / 2)));
      return manifest;
    };
    return store.publish(app, { number, spoil });
  },
  'a file that grows beyond what its manifest says': ({ store, app, number }) => {
    const spoil = async ({ database, ...rest }: PublishedManifest) => ({
      ...rest,
      database: { ...database, plainBytes: database.plainBytes - 4096 },
    });
    return store.publish(app, { number, spoil });
  },
  'a manifest that is none': ({ store }) => store.store.put('published/manifest.json', Buffer.from('{"format":2}')),
  'no manifest any more': ({ store }) => store.store.delete('published/manifest.json'),
};

const BEHIND = JSON.stringify({ status: 'ok', publication: 'behind' });

test('a store that lies is told of, and the last good publication is served on', async () => {
  const { app, store, writerUrl } = await writer();
  const instance = await reader({ blobs: store.folder, writerUrl });
  let number = 5;
  for (const [what, lie] of shareOf(Object.entries(LIES), 8)) {
    await store.publish(app, { number });
    await vi.waitFor(async () => {
      expect(await notes(instance), what).toMatchObject({
        publication_number: number,
        failing_since_timestamp_seconds: 0,
      });
    }, 60_000);
    await app.database.db.updateTable('blog_posts').set({ version: number }).execute();
    await lie({ store, app, number: number + 1 });
    await vi.waitFor(async () => {
      expect((await notes(instance)).failing_since_timestamp_seconds, what).toBeGreaterThan(0);
    }, 60_000);
    expect(await instance.page('/post/tea'), what).toMatchObject({ status: 200 });
    expect(await instance.page('/readyz'), what).toMatchObject({ status: 200, text: BEHIND });
    expect(await notes(instance), what).toMatchObject({ publication_number: number });
    number += 2;
  }
});

test('a publication its disk has no room for is told of, and the last good one is served on until there is room', async () => {
  const { app, store, writerUrl } = await writer();
  const logged: string[] = [];
  const instance = await reader({ blobs: store.folder, writerUrl, onLog: (line) => logged.push(line) });
  await store.publish(app, { number: 1 });
  await shows(instance, '/post/tea');
  await app.post({ slug: 'coffee' });
  // A file larger than any disk: the reader instance asks how much room its own disk has.
  const spoil = async ({ database, ...rest }: PublishedManifest) => ({
    ...rest,
    database: { ...database, bytes: 2 ** 51, plainBytes: 2 ** 52 },
  });
  await store.publish(app, { number: 2, spoil });
  await vi.waitFor(
    async () => expect((await notes(instance)).failing_since_timestamp_seconds).toBeGreaterThan(0),
    60_000,
  );
  expect(await instance.page('/readyz')).toMatchObject({ status: 200, text: BEHIND });
  expect(await instance.page('/post/tea')).toMatchObject({ status: 200 });
  expect(await instance.page('/post/coffee')).toMatchObject({ status: 404 });
  expect(logged.join()).toContain('the last good one is served on: The disk of this machine is full');
  await store.publish(app, { number: 3 });
  await shows(instance, '/post/coffee');
  expect(await notes(instance)).toMatchObject({ publication_number: 3, failing_since_timestamp_seconds: 0 });
});

test('it starts from what it had when the store is away, and believes the store of another site no more', async () => {
  const { app, store, writerUrl } = await writer();
  await store.publish(app, { number: 5 });
  const first = await startTestReader({ blobs: store.folder, writerUrl });
  await shows(first, '/post/tea');
  await first.stop();
  const nowhere = path.join(store.folder, 'nowhere');
  const again = await reader({ blobs: nowhere, writerUrl, folder: first.folder });
  expect(await again.page('/post/tea')).toMatchObject({ status: 200 });
  await again.stop();
  ended.pop();
  await store.publish(app, { number: 50, siteId: 'another site' });
  const other = await reader({ blobs: store.folder, writerUrl, folder: first.folder });
  await vi.waitFor(async () => expect((await notes(other)).failing_since_timestamp_seconds).toBeGreaterThan(0), 60_000);
  expect((await notes(other)).publication_number).toBe(5);
  await other.stop();
  ended.pop();
  // The kept copy is damaged: the same publication is taken from the store again.
  await store.publish(app, { number: 5 });
  writeFileSync(path.join(first.folder, 'reader/kept/published/manifest.json'), '{');
  const healed = await reader({ blobs: store.folder, writerUrl, folder: first.folder });
  await shows(healed, '/post/tea');
});

test('posts that are due go live at their minute although the writer is dead, by a clock that others confirm', async () => {
  const { app, store } = await writer();
  const clock = clockFrom(Date.now());
  const at = new Date(clock.now() + 10 * 60_000).toISOString();
  const { db } = app.database;
  const id = await app.post({ slug: 'soon', title: 'Soon', published: true, publishedAt: at });
  const row = await db.selectFrom('blog_posts').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  await db.deleteFrom('blog_posts').where('id', '=', id).execute();
  const due = [{ id, slug: 'soon', at, rows: [{ table: 'blog_posts' as const, row: { ...row } }] }];
  await store.publish(app, { number: 1, due });
  const early = await reader({ blobs: store.folder, writerUrl: 'http://127.0.0.1:9', clock });
  await shows(early, '/post/tea');
  expect(await early.page('/post/soon')).toMatchObject({ status: 404 });
  clock.advance(10 * 60_000);
  await shows(early, '/post/soon');
  expect((await early.page('/search?q=soon')).text).toContain('/post/soon');
  // A visitor who may be the owner is shown what everybody is shown.
  const cookie = `${SESSION_COOKIE}=of-somebody`;
  expect(await early.page('/post/soon', { headers: { cookie } })).toMatchObject({ status: 200 });
  // The owner has taken the post back in the meantime.
  await store.publish(app, { number: 2 });
  await shows(early, '/post/soon', 404);
});

/**
 * An edge in front of a reader instance: the tags it is told to drop, and those of them that it may not show even when
 * the server behind it fails.
 */
async function edgeOf() {
  const told: string[] = [];
  const gone: string[] = [];
  const server = createServer((request, response) => {
    const tags = String(request.headers['surrogate-key'] ?? '').split(' ');
    if (request.method === 'PURGE') {
      told.push(...tags);
      if (!request.headers['fastly-soft-purge']) gone.push(...tags);
    }
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ended.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const forget = () => [told, gone].forEach((each) => void each.splice(0));
  return { told, gone, forget, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
const EVERYTHING = ['all', 'any', 'edge-mark'];

test('its edge drops all pages at each new publication, what was taken down for good, and all when a post goes live', async () => {
  const { app, store } = await writer();
  const edge = await edgeOf();
  const clock = clockFrom(Date.now());
  const { db } = app.database;
  const of = { blobs: store.folder, writerUrl: 'http://127.0.0.1:9', clock, env: { EDGE_PURGE_URL: edge.url } };
  const instance = await reader(of);
  await store.publish(app, { number: 1 });
  await shows(instance, '/post/tea');
  await vi.waitFor(() => expect(edge.told).toEqual(EVERYTHING), 60_000);
  edge.forget();
  const id = await app.post({ slug: 'coffee', title: 'Coffee' });
  await store.publish(app, { number: 2 });
  await vi.waitFor(() => expect(edge.told).toEqual(EVERYTHING), 60_000);
  expect(edge.gone).toEqual([]);
  expect((await instance.page('/post/coffee')).headers.get('surrogate-key')?.split(' ')).toContain(`post:${id}`);
  edge.forget();
  // The post is taken down, and is due again in ten minutes.
  const at = new Date(clock.now() + 10 * 60_000).toISOString();
  const row = await db.selectFrom('blog_posts').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  await db.deleteFrom('blog_posts').where('id', '=', id).execute();
  const rows = [{ table: 'blog_posts' as const, row: { ...row, published_at: at } }];
  await store.publish(app, { number: 3, due: [{ id, slug: 'coffee', at, rows }] });
  await vi.waitFor(() => expect(edge.gone).toContain(`post:${id}`), 60_000);
  await vi.waitFor(() => expect(edge.told).toEqual(expect.arrayContaining(EVERYTHING)), 60_000);
  expect(edge.gone).not.toContain('all');
  await shows(instance, '/post/coffee', 404);
  edge.forget();
  clock.advance(10 * 60_000);
  await shows(instance, '/post/coffee');
  await vi.waitFor(() => expect(edge.told).toEqual(EVERYTHING), 60_000);
  expect(edge.gone).toEqual([]);
});

/** A service that speaks S3, and a store on it. */
async function objectStore() {
  const service = await startObjectStore();
  ended.push(() => service.close());
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-s3-work-'));
  ended.push(() => rmSync(folder, { recursive: true }));
  const store = createTestStore(openS3Store({ place: service.place('site'), workFolder: folder }));
  ended.push(() => store.close());
  return { service, store };
}

test('of an object store it asks what the keys of readers may read, and nothing else', async () => {
  const { app, writerUrl } = await writer();
  const { service, store } = await objectStore();
  const picture = new FormData();
  const drawn = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#c0392b' } })
    .png()
    .toBuffer();
  picture.set('image', new Blob([Uint8Array.from(drawn)], { type: 'image/png' }), 'a.png');
  const headers = { cookie: await app.signIn() };
  const sent = await fetch(writerUrl + uploadImage.path, { method: 'POST', headers, body: picture });
  const { thumbnail } = uploadImage.response.parse(await sent.json());
  await store.publish(app, { number: 1 });
  const { BLOBS: blobs = '', ...env } = service.environment('site');
  const instance = await reader({ blobs, writerUrl, env });
  const { text } = await shows(instance, '/post/tea');
  const [, card = ''] = /property="og:image" content="http:\/\/site\.test(\/og\/[^"]+)"/.exec(text) ?? [];
  expect((await instance.page(card)).status).toBe(200);
  // The picture was stored in the writer's folder, and the object store does not have it.
  expect((await instance.page(thumbnail, { headers: { accept: 'image/avif,*/*' } })).status).toBe(404);
  // The folders of deploy/reader-keys.json.
  const folders = service.requests.flatMap((line) => /^(?:GET|HEAD) \/blog\/site\/([^/?]*)/.exec(line)?.[1] ?? []);
  expect([...new Set(folders)].toSorted()).toEqual(['avif', 'cards', 'published', 'uploads']);
});

test('an object store that refuses, fails or says nothing ends nothing: the reader goes on, and takes what comes after', async () => {
  const { app, writerUrl } = await writer();
  const { service, store } = await objectStore();
  await store.publish(app, { number: 1 });
  const { BLOBS: blobs = '', ...env } = service.environment('site');
  const instance = await reader({ blobs, writerUrl, env });
  await shows(instance, '/post/tea');
  const silent: ServerResponse[] = [];
  ended.push(() => silent.forEach((response) => void response.destroy()));
  const faults: ((response: ServerResponse) => unknown)[] = [
    (response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'),
    (response) => response.writeHead(500).end(),
    (response) => response.destroy(),
    (response) => silent.push(response),
  ];
  for (const [at, fail] of shareOf(faults, 4).entries()) {
    const before = service.requests.length;
    service.fault = (_request, response) => {
      fail(response);
      return true;
    };
    await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(before), 60_000);
    expect(await instance.page('/post/tea')).toMatchObject({ status: 200 });
    expect(await instance.page('/readyz')).toMatchObject({ status: 200 });
    service.fault = null;
    for (const response of silent.splice(0)) response.destroy();
    await store.publish(app, { number: at + 2 });
    await vi.waitFor(async () => expect((await notes(instance)).publication_number).toBe(at + 2), 60_000);
  }
  // The store's own clock was heard, and this machine's clock was right.
  expect(Math.abs((await notes(instance)).clock_ahead_seconds ?? 99)).toBeLessThan(60);
});
