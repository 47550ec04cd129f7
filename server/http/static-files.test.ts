import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';
import { sendRaw } from '../test-raw.ts';

// Abuse cases 15, 21 to 23: files that are served, and files that are never served.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(app.folder, name)), { recursive: true });
    writeFileSync(path.join(app.folder, name), text);
  };
  write('uploads/a.webp', 'the picture');
  write('uploads/.hidden', 'not for readers: a dot file');
  write('originals/a.jpg', 'not for readers: an original');
  write('session-secret', 'not for readers: the key of cookies');
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

test('a picture is served for ever, in parts too', async () => {
  const response = await app.http.inject('/uploads/a.webp');
  expect([response.statusCode, response.body]).toEqual([200, 'the picture']);
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const part = await app.http.inject({ url: '/uploads/a.webp', headers: { range: 'bytes=4-' } });
  expect([part.statusCode, part.body]).toEqual([206, 'picture']);
  const again = await app.http.inject({
    url: '/uploads/a.webp',
    headers: { 'if-none-match': String(response.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});

test.each([
  '/uploads/',
  '/uploads',
  '/uploads/sub',
  '/uploads/.hidden',
  '/uploads/..%2fsession-secret',
  '/uploads/../session-secret',
  '/uploads/%2e%2e/session-secret',
  '/uploads/..%5csession-secret',
  '/uploads/..%252fsession-secret',
  '/uploads/%2e%2e%2foriginals%2fa.jpg',
  '/uploads/sub/../../session-secret',
  '/uploads//etc/passwd',
  '/uploads/%2fetc%2fpasswd',
  '/uploads/a.webp%00.html',
  '/uploads/a.webp/',
  '/uploads/a.webp/../../session-secret',
  '/originals/a.jpg',
  '/ninefold.db',
  '/session-secret',
  '/uploads/%E0%A4%A',
  '/uploads/C:%5csecret',
  '/package.json',
  '/.vite/manifest.json',
  '/assets/..%2f..%2fpackage.json',
])('%s is nothing', async (address) => {
  const { status, body } = await sendRaw(app.http, `GET ${address} HTTP/1.1`);
  expect([301, 400, 403, 404]).toContain(status);
  expect(body).not.toMatch(/not for readers|root:|"dependencies"/);
});

describe('a picture that was made as AVIF too', () => {
  const webp = `/uploads/${'a'.repeat(24)}-480.webp`;
  const ask = (accept: string | undefined, url = webp, more = {}) =>
    app.http.inject({ url, headers: { ...(accept !== undefined && { accept }), ...more } });
  const CHROME = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8';
  beforeAll(() => {
    writeFileSync(path.join(app.folder, `uploads/${'a'.repeat(24)}-480.webp`), 'the webp');
    writeFileSync(path.join(app.folder, `avif/${'a'.repeat(24)}-480.avif`), 'an avif');
    writeFileSync(path.join(app.folder, `uploads/${'b'.repeat(24)}-480.webp`), 'the webp');
    writeFileSync(path.join(app.folder, `avif/${'b'.repeat(24)}-480.avif`), '');
  });

  test('is given to who takes it, under the same address', async () => {
    const avif = await ask(CHROME);
    expect([avif.body, avif.headers['content-type'], avif.headers.vary]).toEqual(['an avif', 'image/avif', 'accept']);
    expect(avif.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(avif.headers['content-security-policy']).toContain('sandbox');
    for (const accept of [undefined, '*/*', 'image/webp,image/*', 'image/avif;q=0, image/webp']) {
      const plain = await ask(accept);
      expect([plain.body, plain.headers['content-type'], plain.headers.vary]).toEqual([
        'the webp',
        'image/webp',
        'accept',
      ]);
      expect(plain.headers.etag).not.toBe(avif.headers.etag);
    }
  });

  test('is known again, and comes in parts and without its bytes', async () => {
    const { etag } = (await ask(CHROME)).headers;
    const again = await ask(CHROME, webp, { 'if-none-match': String(etag) });
    expect([again.statusCode, again.headers.vary]).toEqual([304, 'accept']);
    expect((await ask('image/webp', webp, { 'if-none-match': String(etag) })).statusCode).toBe(200);
    expect((await ask(CHROME, webp, { range: 'bytes=3-' })).body).toBe('avif');
    const head = await app.http.inject({ method: 'HEAD', url: webp, headers: { accept: CHROME } });
    expect([head.body, head.headers['content-type']]).toEqual(['', 'image/avif']);
  });

  test('has no address of its own, and where the AVIF was no smaller there is none', async () => {
    expect((await ask(CHROME, webp.replace('webp', 'avif'))).statusCode).toBe(404);
    expect((await ask(CHROME, `/avif/${'a'.repeat(24)}-480.avif`)).statusCode).toBe(404);
    expect((await ask(CHROME, `/uploads/${'b'.repeat(24)}-480.webp`)).body).toBe('the webp');
  });
});

test('files are read, not written', async () => {
  for (const method of ['PUT', 'POST', 'DELETE'] as const) {
    const response = await app.http.inject({ method, url: '/uploads/a.webp', headers: { cookie: await app.signIn() } });
    expect(response.statusCode).toBe(404);
  }
  expect((await app.http.inject('/uploads/a.webp')).body).toBe('the picture');
});

test('what is missing is not remembered as missing', async () => {
  expect((await app.http.inject('/uploads/later.png')).headers['cache-control']).toBe('no-store');
});
