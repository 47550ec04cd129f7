import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';

let app: TestApp;
beforeAll(async () => {
  const posts = Array.from({ length: 30 }, (_, index) => ({ slug: `post-${index}`, title: `Träume, part ${index}` }));
  app = await createTestApp({ posts });
});
afterAll(() => app.close());

const get = (url: string, encoding?: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url, headers: encoding === undefined ? headers : { ...headers, 'accept-encoding': encoding } });

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
  [undefined, undefined, (body: Buffer) => body],
] as const)('a long answer to a client that takes %s travels as %s', async (accept, encoding, decode) => {
  for (const cookie of ['', await app.signIn()]) {
    const plain = await get('/api/posts', undefined, { cookie });
    const { rawPayload, headers } = await get('/api/posts', accept, { cookie });
    expect(headers).toMatchObject({
      vary: 'accept-encoding',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(rawPayload.length),
      'x-total-count': '30',
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(decode(rawPayload).toString()).toBe(plain.body);
    if (encoding) expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  }
});

test('HEAD has the headers of GET and no body', async () => {
  const whole = await get('/api/posts', 'br');
  const head = await app.http.inject({ method: 'HEAD', url: '/api/posts', headers: { 'accept-encoding': 'br' } });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  for (const name of ['content-encoding', 'content-length', 'vary']) {
    expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
  }
});

test.each(['/api/meta', '/api/categories/travel', '/api/none', '/metrics', '/healthz'])(
  'what is short, an error or no JSON goes as it is: %s',
  async (url) => {
    const { headers } = await get(url, 'br, gzip');
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
  },
);

test('a page keeps its own tag and encoding', async () => {
  const { headers } = await get('/post/post-0', 'br');
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding, cookie, accept' });
  const again = await get('/post/post-0', 'br', { 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});
