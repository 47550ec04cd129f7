import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import {
  deleteImage,
  emptyImageBin,
  listImages,
  purgeImage,
  replaceImage,
  undeleteImage,
  updateImage,
  uploadImage,
} from '#shared/contract/images.ts';
import { listPostRevisions } from '#shared/contract/posts/post-revisions.ts';
import { getPost } from '#shared/contract/posts/posts.ts';
import { CLIENT_HEADER } from '#shared/contract/session.ts';
import { shareOf } from '#tests/share.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { DAY } from '../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, pathOf, readRefusal, refused } from '../test-call.ts';

// Abuse cases 21 to 23, 25 to 27.

let app: TestApp;
let cookie: string;
/** Begins the app anew, for a test that looks at all there is, or that leaves behind what other tests would meet. */
const beginAnew = sharedByFile(
  async () => {
    app = await createTestApp();
    cookie = await app.signIn();
  },
  () => app.close(),
);

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

const send = (payload: Buffer | string, type = TYPE, url: string = uploadImage.path) =>
  app.http.inject({ method: 'POST', url, payload, headers: { cookie, 'content-type': type } });
const sendReplacement = (of: string, bytes: Buffer, filename: string) =>
  send(form([{ bytes, filename }]), TYPE, pathOf(replaceImage, { filename: of }));
const replace = async (of: string, bytes: Buffer, filename = 'b.png') => {
  const response = await sendReplacement(of, bytes, filename);
  expect(response.statusCode, response.body).toBe(200);
  return replaceImage.response.parse(response.json());
};
const list = async (query = {}) => (await ask(app.http, listImages, { cookie, query })).body;
const upload = async (bytes: Buffer, filename = 'a.png') => {
  const response = await send(form([{ bytes, filename }]));
  expect(response.statusCode, response.body).toBe(201);
  return uploadImage.response.parse(response.json());
};
const refuse = async (payload: Buffer | string, type?: string) => {
  const before = [files(), await list()];
  const refusal = readRefusal(await send(payload, type));
  expect([files(), await list()]).toEqual(before);
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

/** A PNG of exactly this number of bytes: an ancillary chunk fills it up. */
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

test('an upload whose answer was lost is sent again under its key, and stored once', async () => {
  await beginAnew();
  const bytes = await png();
  const sendKeyed = (picture: Buffer, key: string) =>
    app.http.inject({
      method: 'POST',
      url: uploadImage.path,
      payload: form([{ bytes: picture }]),
      headers: { cookie, 'content-type': TYPE, 'idempotency-key': key },
    });
  const [first, beside] = await Promise.all([sendKeyed(bytes, 'one'), sendKeyed(bytes, 'one')]);
  const again = await sendKeyed(bytes, 'one');
  expect([first.statusCode, beside.statusCode, again.statusCode]).toEqual([201, 201, 201]);
  expect([beside.json().url, again.json().url]).toEqual([first.json().url, first.json().url]);
  expect(await list()).toHaveLength(1);
  expect(readRefusal(await sendKeyed(await png(10, 10), 'one'))).toMatchObject({ code: 'idempotency_mismatch' });
  expect((await sendKeyed(bytes, 'two')).json().url).not.toBe(first.json().url);
  const refusal = readRefusal(await sendKeyed(Buffer.from('no picture'), 'three'));
  expect([refusal, readRefusal(await sendKeyed(Buffer.from('no picture'), 'three'))]).toMatchObject([
    { code: 'picture_refused' },
    { code: 'picture_refused' },
  ]);
  expect(await list()).toHaveLength(2);
});

test('a picture is stored under a name of our own making and served as what it is', async () => {
  await beginAnew();
  const image = await upload(await png(), '../../evil<img src=x onerror=alert(1)>.html');
  expect(image).toMatchObject({ id: 1, width: 40, height: 20, usedBy: [], metadata: { title: '', alt: '' } });
  expect(image.filename).toMatch(/^[0-9a-f]{24}\.jpg$/);
  expect(image.imageUrl).toBe(`/uploads/${image.filename}`);
  const served = await app.http.inject(image.url);
  expect(served.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
  expect(served.rawPayload.length).toBe(image.size);
  expect((await ask(app.http, listImages, { cookie })).body).toMatchObject([{ id: 1, url: image.url }]);
});

const NAMES = ['a.svg', 'C:\\x.png', '.htaccess', 'CON.png', 'a.png%00.html', 'x'.repeat(4096), ''];
test.each(shareOf(NAMES, 3))('the name "%s" is not looked at', async (name) => {
  expect((await upload(await png(), name)).filename).toMatch(/^[0-9a-f]{24}\.jpg$/);
});

test('10 MB is taken, one byte more is not and leaves nothing', async () => {
  const refusal = await refuse(form([{ bytes: await pngOfLength(bodyLimits.picture + 1) }]));
  expect(refusal).toMatchObject({ status: 413, code: 'payload_too_large' });
  expect((await upload(await pngOfLength(bodyLimits.picture))).width).toBe(40);
});

test('what announces far too much is refused before it is read', async () => {
  const refusal = await refuse(form([{ bytes: Buffer.alloc(bodyLimits.picture + 100_000) }]));
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
  await beginAnew();
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

test.each([
  ['one header without an end', 'X'.repeat(71_000)],
  ['lines that are no headers', 'X: '.padEnd(300, 'y').concat('\n').repeat(240)],
  ['line breaks alone', '\r\n'.repeat(35_500)],
])('a part whose head is 71 kB of %s is answered over a socket', async (_what, head) => {
  await beginAnew();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;
  const body = `--${BOUNDARY}\r\n${head}\r\n\r\nbytes\r\n--${BOUNDARY}--\r\n`;
  const response = await fetch(`http://127.0.0.1:${port}${uploadImage.path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': TYPE },
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'bad_request' });
  expect(files()).toEqual([]);
});

test('a picture whose row cannot be written leaves no file', async () => {
  app.database.sqlite.exec("create trigger full before insert on images begin select raise(abort, 'disk full'); end");
  expect((await refuse(form([{ bytes: await png() }]))).code).toBe('internal');
  app.database.sqlite.exec('drop trigger full');
});

test('a browser that is still sending hears that its picture is too large', async () => {
  await beginAnew();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;
  const large = form([{ bytes: Buffer.alloc(2 * bodyLimits.picture) }]);
  // The body is sent in pieces, without a length: the server learns only on the way that it is too large.
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

test('a file keeps its own name for the owner, whatever it says; two may have the same', async () => {
  await beginAnew();
  const names = ['Größe 2.png', '../up\\a\u202egpj.png', 'boat.png', 'boat.png'];
  for (const name of names) await upload(await png(), name);
  expect((await list({ order: 'oldest' })).map(({ name }) => name)).toEqual([
    'Größe 2.png',
    'agpj.png',
    'boat.png',
    'boat.png',
  ]);
  expect((await list({ q: 'größe' })).length).toBe(1);
});

test('pages of another order are led to by their number', async () => {
  await beginAnew();
  for (const name of ['b', 'a', 'c']) await upload(await png(), `${name}.png`);
  const page = (number: number) =>
    ask(app.http, listImages, { cookie, query: { order: 'name', limit: '2', page: String(number) } });
  expect((await page(1)).headers.link).toMatch(/order=name&limit=2&page=2>; rel="next"/);
  expect((await page(2)).headers.link).toBeUndefined();
});

test('the focal point is two parts of a hundred, and readers of the posts get it', async () => {
  await beginAnew();
  const { filename, url } = await upload(await png());
  await app.post({ featuredImage: url, slug: 'p' });
  const params = { filename };
  for (const focus of ['101 0', '5', '-1 5', '5  5', 'a b'])
    expect((await refused(app.http, updateImage, { params, body: { focus }, cookie })).code).toBe('invalid_input');
  const { body } = await ask(app.http, updateImage, { params, body: { focus: '20 100' }, cookie });
  expect(body.focus).toBe('20 100');
  const focus = async (of?: string) =>
    (await ask(app.http, getPost, { params: { slug: 'p' }, cookie: of })).body.featuredImageFocus;
  // The owner gets null: in the post form, the picture's focus would be saved as the post's own.
  expect([await focus(), await focus(cookie)]).toEqual(['20 100', null]);
  await app.post({ featuredImage: url, featuredImageFocus: '1 2', slug: 'q' });
  expect((await ask(app.http, getPost, { params: { slug: 'q' } })).body.featuredImageFocus).toBe('1 2');
});

test('a picture says which posts show it; in the bin it is gone for all but its owner, and comes back', async () => {
  await beginAnew();
  const [one, two] = [await upload(await png()), await upload(await png(1700, 20))];
  const post = await app.post({ content: `![](${one.url})`, featuredImage: two.url, slug: 'p', title: 'A post' });
  expect((await list()).map(({ id, usedBy, usedIn }) => [id, usedBy, usedIn])).toEqual([
    [2, [post], [{ id: post, title: 'A post', isInBin: false }]],
    [1, [post], [{ id: post, title: 'A post', isInBin: false }]],
  ]);
  const page = async () => (await app.http.inject('/post/p')).body;
  const look = async (url: string, headers = {}) => (await app.http.inject({ url, headers })).statusCode;
  expect(await page()).toContain('1600w');
  const before = files();
  await ask(app.http, deleteImage, { params: { image: two.filename }, cookie });
  expect(await page()).not.toContain('1600w');
  expect(files()).toEqual(before);
  const [inBin] = await list({ bin: 'true' });
  expect(inBin).toMatchObject({ id: 2, usedBy: [post], deletedAt: new Date(app.clock.now()).toISOString() });
  expect([await look(two.url), await look(two.url.replace('/uploads/', '/uploads/%2e/'))]).toEqual([404, 404]);
  expect([await look(inBin?.thumbnail ?? ''), await look(two.url, { cookie })]).toEqual([404, 404]);
  const shown = await app.http.inject({ url: inBin?.thumbnail ?? '', headers: { cookie } });
  expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'no-store']);
  expect((await refused(app.http, deleteImage, { params: { image: two.filename }, cookie })).code).toBe('not_found');
  await ask(app.http, undeleteImage, { params: { image: '2' }, cookie });
  expect([await look(two.url), (await page()).includes('1600w')]).toEqual([200, true]);
});

test('what is deleted for good, by name or by id or all at once, leaves no file', async () => {
  await beginAnew();
  const images = [await upload(await png()), await upload(await png()), await upload(await png())];
  const [one, two] = images.map(({ filename }) => filename);
  const purge = (image = '') => ask(app.http, purgeImage, { params: { image }, cookie });
  expect((await refused(app.http, purgeImage, { params: { image: '1' }, cookie })).code).toBe('not_found');
  for (const { filename } of images) await ask(app.http, deleteImage, { params: { image: filename }, cookie });
  await purge('1');
  expect(files().join()).not.toContain(one?.slice(0, 24));
  await purge(two);
  expect((await list({ bin: 'true' })).map(({ id }) => id)).toEqual([3]);
  await ask(app.http, emptyImageBin, { cookie });
  expect([files(), await list({ bin: 'true' })]).toEqual([[], []]);
});

test('what is in the bin for 30 days is deleted for good, with its files, when the server looks', async () => {
  await beginAnew();
  const [one, two] = [await upload(await png()), await upload(await png())];
  await ask(app.http, deleteImage, { params: { image: one.filename }, cookie });
  app.clock.advance(DAY);
  await ask(app.http, deleteImage, { params: { image: two.filename }, cookie });
  app.clock.advance(29 * DAY + 1);
  await app.close({ keepFolder: true });
  app = await createTestApp({ folder: app.folder, now: app.clock.now() });
  cookie = await app.signIn();
  await expect.poll(async () => (await list({ bin: 'true' })).map(({ id }) => id)).toEqual([2]);
  await expect.poll(() => files().some((name) => name.startsWith(one.filename.slice(0, 24)))).toBe(false);
});

test('another file takes the place of a picture in every post, and its address leads to it', async () => {
  await beginAnew();
  // The picture is wide enough for a copy of 960 pixels.
  const before = await upload(await png(1000, 20), 'old boat.png');
  await ask(app.http, updateImage, { params: { filename: before.filename }, body: { alt: 'A boat' }, cookie });
  const text = `See ![a boat](${before.url} "Afloat").`;
  const ids = [
    await app.post({ content: text, slug: 'p' }),
    await app.post({ featuredImage: before.url, content: `${'word '.repeat(3_000)}\n\n${text}`, slug: 'q' }),
    await app.post({ content: 'No picture.', slug: 'r' }),
  ];
  await app.http.inject('/post/p');
  const gif = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#123' } })
    .gif()
    .toBuffer();
  const after = await replace(before.filename, gif, 'new boat.gif');
  expect(after).toMatchObject({ id: before.id, name: 'new boat.gif', metadata: { alt: 'A boat' }, width: 60 });
  expect(after.usedBy).toEqual(ids.slice(0, 2));
  const post = (slug: string) => ask(app.http, getPost, { params: { slug }, cookie });
  expect((await post('p')).body).toMatchObject({ content: text.replace(before.url, after.url), version: 2 });
  expect((await post('p')).body.html).toContain(after.url);
  expect((await post('p')).body.html).toContain('width="60"');
  expect((await post('q')).body).toMatchObject({ featuredImage: after.url, version: 2, contentUpdatedAt: null });
  expect((await post('r')).body.version).toBe(1);
  const [revision] = (await ask(app.http, listPostRevisions, { params: { id: ids[0] ?? 0 }, cookie })).body;
  expect(revision?.content).toBe(text);
  const page = (await app.http.inject('/post/p')).body;
  expect([page.includes(after.url), page.includes(before.url)]).toEqual([true, false]);

  const old = await app.http.inject(before.url);
  expect([old.statusCode, old.headers.location, old.headers['cache-control']]).toEqual([302, after.url, 'no-store']);
  const copies = [...before.filename.split('.', 1)].flatMap((id) => [`${id}-960.webp`, `${id}-share.jpg`]);
  for (const copy of copies) {
    const { statusCode, headers } = await app.http.inject(`/uploads/${copy}`);
    expect([statusCode, (await app.http.inject(String(headers.location))).statusCode]).toEqual([302, 200]);
  }
  // The desktop app, which follows no redirect, gets the file itself.
  const inApp = await app.http.inject({ url: before.url, headers: { [CLIENT_HEADER]: 'desktop' } });
  const file = await app.http.inject(after.url);
  expect([inApp.statusCode, inApp.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(inApp.headers['content-type']).toBe(file.headers['content-type']);
  expect(inApp.rawPayload.equals(file.rawPayload)).toBe(true);
  // The picture is replaced once more: both former addresses lead to the last file.
  const last = await replace(after.filename, await png());
  for (const { url } of [before, after]) expect((await app.http.inject(url)).headers.location).toBe(last.url);
  expect((await list({ bin: 'true' })).map(({ name }) => name)).toEqual(['new boat.gif', 'old boat.png']);
  await ask(app.http, emptyImageBin, { cookie });
  expect((await app.http.inject(before.url)).headers.location).toBe(last.url);
});

test('a replacement that is refused changes nothing', async () => {
  await beginAnew();
  const image = await upload(await png());
  await app.post({ content: `![](${image.url})`, slug: 'p' });
  const before = files();
  const sent = await sendReplacement(image.filename, Buffer.from('<svg/>'), 'a.svg');
  expect(readRefusal(sent)).toMatchObject({ status: 422, code: 'picture_refused' });
  expect(readRefusal(await sendReplacement('none.png', await png(), 'b.png')).code).toBe('not_found');
  app.database.sqlite.exec("create trigger full before update on blog_posts begin select raise(abort, 'full'); end");
  expect(readRefusal(await sendReplacement(image.filename, await png(), 'b.png')).status).toBe(500);
  expect(files()).toEqual(before);
  expect(await list()).toMatchObject([{ filename: image.filename, usedBy: [1] }]);
  expect((await app.http.inject(image.url)).statusCode).toBe(200);
  app.database.sqlite.exec('drop trigger full');
});

test('no file is deleted by a path, or by what is no number', async () => {
  const { url } = await upload(await png());
  const before = files();
  const paths = ['../ninefold.db', '..%2fninefold.db', '..\\ninefold.db', '%2e%2e/ninefold.db', 'x.jpg\u0000'];
  for (const image of [...paths, '0', '-1', '1e0', '01']) {
    const { code } = await refused(app.http, deleteImage, { params: { image }, cookie });
    expect([image, code]).toEqual([image, 'not_found']);
  }
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
