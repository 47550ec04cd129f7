import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { deleteImage, listImages, updateImage, uploadImage } from '#shared/contract/images.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, readRefusal, refused } from '../test-call.ts';

// Abuse cases 21 to 23, 25 to 27.

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const BOUNDARY = 'frontier';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

interface Part {
  name?: string;
  filename?: string | null;
  bytes: Buffer | string;
  type?: string;
}

function form(parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ name = 'image', filename = 'a.png', bytes, type = 'image/png' }) => {
    const file = filename === null ? '' : `; filename="${filename}"\r\nContent-Type: ${type}`;
    return [`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`, bytes, '\r\n'];
  });
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

const send = (payload: Buffer | string, type = TYPE) =>
  app.http.inject({ method: 'POST', url: uploadImage.path, payload, headers: { cookie, 'content-type': type } });
const upload = async (bytes: Buffer, filename = 'a.png') => {
  const response = await send(form([{ bytes, filename }]));
  expect(response.statusCode, response.body).toBe(201);
  return uploadImage.response.parse(response.json());
};
const refuse = async (payload: Buffer | string, type?: string) => {
  const refusal = readRefusal(await send(payload, type));
  expect(files()).toEqual([]);
  expect((await ask(app.http, listImages, { cookie })).body).toEqual([]);
  return refusal;
};
const files = () =>
  ['uploads', 'originals'].flatMap((folder) => {
    const full = path.join(app.folder, folder);
    return existsSync(full) ? readdirSync(full) : [];
  });
const png = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#c0392b' } })
    .png()
    .toBuffer();

/** A PNG of exactly so many bytes: an ancillary chunk fills it up. */
async function pngOfLength(length: number): Promise<Buffer> {
  const plain = await png();
  const end = plain.length - 12;
  const data = Buffer.alloc(length - plain.length - 12, 'x');
  const named = Buffer.concat([Buffer.from('zzZz'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([plain.subarray(0, end), size, named, sum, plain.subarray(end)]);
}

test('a picture is stored under a name of our own making and served as what it is', async () => {
  const image = await upload(await png(), '../../evil<img src=x onerror=alert(1)>.html');
  expect(image).toMatchObject({ id: 1, width: 40, height: 20, usedBy: [], metadata: { title: '', alt: '' } });
  expect(image.filename).toMatch(/^[0-9a-f]{24}\.jpg$/);
  expect(image.imageUrl).toBe(`/uploads/${image.filename}`);
  const served = await app.http.inject(image.url);
  expect(served.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
  expect(served.rawPayload.length).toBe(image.size);
  expect((await ask(app.http, listImages, { cookie })).body).toMatchObject([{ id: 1, url: image.url }]);
});

test.each(['a.svg', 'C:\\x.png', '.htaccess', 'CON.png', 'a.png%00.html', 'x'.repeat(4096), ''])(
  'the name "%s" is not looked at',
  async (name) => {
    expect((await upload(await png(), name)).filename).toMatch(/^[0-9a-f]{24}\.jpg$/);
  },
);

test('10 MB is taken, one byte more is not and leaves nothing', async () => {
  const refusal = await refuse(form([{ bytes: await pngOfLength(bodyLimits.picture + 1) }]));
  expect(refusal).toMatchObject({ status: 413, code: 'payload_too_large' });
  expect((await upload(await pngOfLength(bodyLimits.picture))).width).toBe(40);
});

test('what announces far too much is refused before it is read', async () => {
  const refusal = await refuse(form([{ bytes: Buffer.alloc(bodyLimits.picture * 2) }]));
  expect(refusal.code).toBe('payload_too_large');
});

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml; x'],
  ['an SVG called a PNG', '\ufeff<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/png'],
  ['HTML called a PNG', '<!doctype html><script>alert(1)</script>', 'image/png'],
  ['a data address', 'data:image/svg+xml;base64,PHN2Zz4=', 'image/png'],
  ['nothing', '', 'image/png'],
])('%s is refused by its bytes', async (_what, bytes, type) => {
  const refusal = await refuse(form([{ bytes, type }]));
  expect(refusal).toMatchObject({ status: 422, code: 'picture_refused' });
});

test('what hides behind a picture is not served with it', async () => {
  const script = '<script>alert(1)</script>';
  const image = await upload(Buffer.concat([await png(), Buffer.from(script)]));
  for (const name of readdirSync(path.join(app.folder, 'uploads'))) {
    expect((await app.http.inject(`/uploads/${name}`)).body).not.toContain(script);
  }
  expect((await app.http.inject(`/originals/${image.filename}`)).statusCode).toBe(404);
});

test('one file in the field "image" and nothing else', async () => {
  const bytes = await png();
  const forms: Part[][] = [
    [],
    [{ bytes, name: 'file' }],
    [{ bytes: 'text', filename: null }],
    [{ bytes }, { bytes }],
    [{ bytes }, { bytes, name: 'second' }],
    [{ bytes: 'x', name: 'title', filename: null }, { bytes }],
    [{ bytes }, { bytes: 'x', name: 'title', filename: null }],
    [{ bytes, name: '__proto__' }],
    [{ bytes, name: 'constructor' }],
    Array.from({ length: 5000 }, (_, index) => ({ bytes: 'x', name: `f${index}`, filename: null })),
    Array.from({ length: 2000 }, () => ({ bytes: 'x' })),
  ];
  for (const parts of forms) {
    const refusal = await refuse(form(parts));
    expect([parts.length, refusal.status, refusal.code]).toEqual([parts.length, 400, 'bad_request']);
  }
});

test('a form that is broken off, or has no boundary, is refused', async () => {
  const whole = form([{ bytes: await png() }]);
  expect((await refuse(whole.subarray(0, whole.length - 40))).code).toBe('bad_request');
  expect((await refuse(whole.subarray(0, 60))).code).toBe('bad_request');
  expect((await refuse(whole, 'multipart/form-data')).code).toBe('bad_request');
  expect((await refuse(whole, 'multipart/form-data; boundary=other')).code).toBe('bad_request');
  expect((await refuse('', TYPE)).code).toBe('bad_request');
});

test('what is no form is refused', async () => {
  for (const type of [
    'application/json',
    'image/png',
    'text/plain',
    'multipart/mixed; boundary=x',
    'multipart/form-dataX',
  ]) {
    expect((await refuse('{}', type)).code).toBe('unsupported_media_type');
  }
  const json = await app.http.inject({
    method: 'POST',
    url: '/api/posts/1/undelete',
    headers: { cookie, 'content-type': TYPE },
  });
  expect(readRefusal(json).code).toBe('unsupported_media_type');
});

test('an upload that is broken off leaves no file', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;
  const body = form([{ bytes: await pngOfLength(500_000) }]);
  const socket = connect(port, '127.0.0.1');
  const head = [`POST ${uploadImage.path} HTTP/1.1`, 'Host: site.test', `Cookie: ${cookie}`, `Content-Type: ${TYPE}`];
  socket.write([...head, `Content-Length: ${body.length}`, '', ''].join('\r\n'));
  socket.write(body.subarray(0, 300_000));
  const hangUp = once(socket, 'close');
  setTimeout(() => socket.destroy(), 100);
  await hangUp;
  await ask(app.http, listImages, { cookie });
  expect(files()).toEqual([]);
  expect((await ask(app.http, listImages, { cookie })).body).toEqual([]);
});

test('a picture whose row cannot be written leaves no file', async () => {
  app.database.sqlite.exec("create trigger full before insert on images begin select raise(abort, 'disk full'); end");
  expect((await refuse(form([{ bytes: await png() }]))).code).toBe('internal');
});

test('a browser that is still sending hears that its picture is too large', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;
  const large = form([{ bytes: Buffer.alloc(3 * bodyLimits.picture) }]);
  // In pieces, without a length: known to be too large only on the way.
  async function* pieces() {
    for (let at = 0; at < large.length; at += 1_000_000) yield large.subarray(at, at + 1_000_000);
  }
  const response = await fetch(`http://127.0.0.1:${port}${uploadImage.path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': TYPE },
    body: pieces(),
    duplex: 'half',
  } as unknown as RequestInit);
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ code: 'payload_too_large' });
  expect(files()).toEqual([]);
});

test('title and alternative text can be changed, each alone', async () => {
  const { filename } = await upload(await png());
  const params = { filename };
  await ask(app.http, updateImage, { params, body: { title: 'Red' }, cookie });
  const { body } = await ask(app.http, updateImage, { params, body: { alt: 'A red box' }, cookie });
  expect(body.metadata).toEqual({ title: 'Red', alt: 'A red box' });
  expect((await ask(app.http, updateImage, { params, body: {}, cookie })).body).toEqual(body);
  const missing = { params: { filename: 'none.png' }, body: { title: 'x' }, cookie };
  expect((await refused(app.http, updateImage, missing)).code).toBe('not_found');
});

test('a picture says which posts show it, and goes with all its files, by name or by id', async () => {
  const [one, two] = [await upload(await png()), await upload(await png(2000, 1000))];
  const post = await app.post({ content: `![](${one.url})`, featuredImage: two.url, slug: 'p' });
  const { body, headers } = await ask(app.http, listImages, { cookie });
  expect(body.map(({ id, usedBy }) => [id, usedBy])).toEqual([
    [2, [post]],
    [1, [post]],
  ]);
  expect(headers['x-total-count']).toBe('2');
  expect((await app.http.inject('/post/p')).body).toContain('1600w');
  await ask(app.http, deleteImage, { params: { image: two.filename }, cookie });
  expect((await app.http.inject('/post/p')).body).not.toContain('1600w');
  await ask(app.http, deleteImage, { params: { image: String(one.id) }, cookie });
  expect(files()).toEqual([]);
  expect((await refused(app.http, deleteImage, { params: { image: one.filename }, cookie })).code).toBe('not_found');
});

test.each([
  '../ninefold.db',
  '..%2fninefold.db',
  '..\\ninefold.db',
  '%2e%2e/ninefold.db',
  '0',
  '-1',
  '1e0',
  '01',
  'x.jpg\u0000',
])('no file is deleted by "%s"', async (image) => {
  const { url } = await upload(await png());
  const before = files();
  expect((await refused(app.http, deleteImage, { params: { image }, cookie })).code).toBe('not_found');
  expect(files()).toEqual(before);
  expect(existsSync(path.join(app.folder, 'ninefold.db'))).toBe(true);
  expect((await app.http.inject(url)).statusCode).toBe(200);
});

test('a copy is not the picture: it is deleted by its own name alone', async () => {
  const { filename } = await upload(await png());
  const copy = filename.replace('.jpg', '-share.jpg');
  expect(files()).toContain(copy);
  expect((await refused(app.http, deleteImage, { params: { image: copy }, cookie })).code).toBe('not_found');
});
