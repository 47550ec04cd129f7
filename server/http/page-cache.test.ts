import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, PageCache } from './page-cache.ts';

const page = (cache: PageCache) => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  generation: cache.generation,
});
const create = (now = { value: 0 }, maxBytes = 1e6) => new PageCache({ maxBytes, now: () => now.value });

test('a cached page is answered in every encoding with the same words', () => {
  const cache = create();
  const html = '<p>'.repeat(2000);
  cache.put('/', html, page(cache), 'br');
  const cached = cache.find('/');
  if (!cached) throw new Error('the page was not cached');
  expect(brotliDecompressSync(cache.answerFor('/', cached, 'br').body).toString()).toBe(html);
  expect(gunzipSync(cache.answerFor('/', cached, 'gzip').body).toString()).toBe(html);
  expect(cache.answerFor('/', cached, 'identity').body.toString()).toBe(html);
  expect(cache.answerFor('/', cached, 'identity').headers).not.toContain('content-encoding');
});

test('a write makes every cached page stale, also one whose data was read before the write', () => {
  const cache = create();
  const early = page(cache);
  cache.put('/a', 'a', page(cache), 'gzip');
  cache.invalidate();
  cache.put('/b', 'b', early, 'gzip');
  expect(cache.find('/a')).toBeUndefined();
  expect(cache.find('/b')).toBeUndefined();
});

test('a page whose views changed is answered for a minute more, not longer', () => {
  const now = { value: 1000 };
  const cache = create(now);
  cache.put('/post/x', 'x', page(cache), 'gzip');
  cache.expireWithin('/post/x', 60_000);
  now.value += 30_000;
  cache.expireWithin('/post/x', 60_000);
  expect(cache.find('/post/x')).toBeDefined();
  now.value += 30_000;
  expect(cache.find('/post/x')).toBeUndefined();
});

test('the least recently used page goes first when the memory is full', () => {
  const cache = create({ value: 0 }, 10_000);
  for (const key of ['/1', '/2', '/3']) cache.put(key, key, page(cache), 'gzip');
  cache.find('/1');
  for (const key of ['/4', '/5']) cache.put(key, key, page(cache), 'gzip');
  expect(cache.find('/1')).toBeDefined();
  expect(cache.find('/2')).toBeUndefined();
  expect(cache.bytes).toBeLessThanOrEqual(10_000);
});

test('no page holds more memory than is counted for it', async () => {
  const cache = create();
  const cached = cache.put('/', '<p>'.repeat(2000), page(cache), 'br');
  for (let i = 0; i < 60; i += 1) cache.answerFor('/', cached, 'br');
  cache.answerFor('/', cached, 'gzip');
  await expect.poll(() => cached.isBest).toBe(true);
  for (const { body } of Object.values(cached.answers)) expect(body.buffer.byteLength).toBe(body.length);
});

test('a page that is hit often is compressed better', async () => {
  const cache = create();
  const html = readFileSync('server/http/page-cache.ts', 'utf8');
  const cached = cache.put('/', html, page(cache), 'br');
  const before = cache.answerFor('/', cached, 'br').body.length;
  for (let i = 0; i < 60; i += 1) cache.answerFor('/', cached, 'br');
  await expect.poll(() => cached.isBest).toBe(true);
  expect(cache.answerFor('/', cached, 'br').body.length).toBeLessThan(before);
});

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.5', 'br'],
  ['identity', 'identity'],
] as const)('Accept-Encoding %s is answered with %s', (accept, encoding) => {
  expect(chooseEncoding(accept)).toBe(encoding);
});
