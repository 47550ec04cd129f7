import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openS3Store } from '#server/adapters/blobs/s3/s3-store.ts';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { type ObjectStore, sayError, startObjectStore } from '#tests/object-store/object-store.ts';

// A site whose pictures are in an object store.

let service: ObjectStore;
let app: TestApp;
let cookie: string;
beforeAll(async () => {
  service = await startObjectStore();
  app = await createTestApp({ env: service.environment('site'), posts: [{ slug: 'tea', title: 'Tea' }] });
  cookie = await app.signIn();
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(() => {
  service.fault = null;
  service.requests.length = 0;
});

const store = () => openS3Store({ place: service.place('site'), workFolder: path.join(app.folder, 'work') });
const photo = (background: string) =>
  sharp({ create: { width: 700, height: 100, channels: 3, background } })
    .jpeg()
    .toBuffer();
const add = async (background = '#c0392b') => {
  const { url, filename } = await app.services.images.add(await photo(background));
  service.requests.length = 0;
  return { url, filename, id: filename.slice(0, 24), webp: `/uploads/${filename.slice(0, 24)}-480.webp` };
};
const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });

test('an uploaded picture is in the store, and nothing of it in the data folder', async () => {
  const { id } = await add();
  const names = [...(await store().names('uploads')), ...(await store().names('originals'))];
  expect(names.filter((name) => name.startsWith(id)).sort()).toEqual(
    [`${id}.jpg`, `${id}.jpg`, `${id}-480.webp`, `${id}-700.webp`, `${id}-share.jpg`].sort(),
  );
  for (const folder of ['uploads', 'originals']) expect(existsSync(path.join(app.folder, folder))).toBe(false);
});

test('it is served as from the disk: for ever, in parts, known again; and fetched once', async () => {
  const { url, webp } = await add();
  const first = await get(url);
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  expect((await sharp(first.rawPayload).metadata()).width).toBe(700);
  const part = await get(url, { range: 'bytes=0-9' });
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10]);
  expect((await get(url, { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
  const head = await app.http.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    String(first.rawPayload.length),
  ]);
  expect(service.requests).toEqual([`GET /blog/site${url}`]);
  expect((await get(webp)).headers).toMatchObject({ 'content-type': 'image/webp', vary: 'accept' });
});

test('a browser that takes AVIF is given that, once it is made and where it is smaller', async () => {
  const { id, webp } = await add();
  const accept = 'image/avif,image/webp,*/*';
  await store().put(`avif/${id}-480.avif`, Buffer.from('an avif'));
  const avif = await get(webp, { accept });
  expect([avif.body, avif.headers['content-type'], avif.headers.vary]).toEqual(['an avif', 'image/avif', 'accept']);
  expect((await get(webp, { accept: 'image/webp' })).headers['content-type']).toBe('image/webp');
  await store().put(`avif/${id}-700.avif`, Buffer.alloc(0));
  expect((await get(webp.replace('480', '700'), { accept })).headers['content-type']).toBe('image/webp');
});

test('a name nobody has costs no request of the store, and originals are never served', async () => {
  const { id } = await add();
  const none = [
    'x.webp',
    `${'a'.repeat(24)}.jpg`,
    `${id}-481.webp`,
    `${id}.png`,
    `../originals/${id}.jpg`,
    `..%2foriginals%2f${id}.jpg`,
  ];
  for (const name of none) {
    for (const accept of ['*/*', 'image/avif'])
      expect((await get(`/uploads/${name}`, { accept })).statusCode).toBeGreaterThan(399);
  }
  expect(service.requests).toEqual([]);
});

test('in the bin it is for the owner alone, and purged it is gone from the store', async () => {
  const { url, filename, id } = await add();
  await app.services.images.remove(filename);
  expect((await get(url)).statusCode).toBe(404);
  expect((await get(`${url}?bin`, { cookie })).statusCode).toBe(200);
  await app.services.images.purge(filename);
  expect((await store().names('uploads')).filter((name) => name.startsWith(id))).toEqual([]);
  expect((await get(`${url}?bin`, { cookie })).statusCode).toBe(404);
});

test('a share card is drawn into the store', async () => {
  const page = (await get('/post/tea')).body;
  const [, address = ''] = /og:image" content="http:\/\/site\.test([^"]+)"/.exec(page) ?? [];
  expect((await get(address)).headers['content-type']).toBe('image/png');
  expect(await store().names('cards')).toContain(path.basename(address));
});

test('while the store does not answer, pages and what is kept are served; an upload is told, and leaves nothing', async () => {
  const [known, other] = [await add('#000'), await add('#fff')];
  await get(known.url);
  const before = (await app.services.images.list({ limit: 100 })).total;
  service.fault = (_request, response) => sayError(response, 403, 'AccessDenied');
  expect((await get('/post/tea')).statusCode).toBe(200);
  expect((await get(known.url)).statusCode).toBe(200);
  const refused = await get(other.url);
  expect([refused.statusCode, refused.json().code, refused.headers['cache-control']]).toEqual([
    503,
    'storage_unavailable',
    'no-store',
  ]);
  expect(refused.body).not.toContain('s3://');
  await expect(app.services.images.add(await photo('#0f0'))).rejects.toMatchObject({ name: 'BlobFault' });
  expect((await app.services.images.list({ limit: 100 })).total).toBe(before);
  // A copy is deleted once the last byte of the answer is sent, which can be after the reader has received it.
  await expect.poll(() => readdirSync(path.join(app.folder, 'blob-work'))).toEqual([]);
});
