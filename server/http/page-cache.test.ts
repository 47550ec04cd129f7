import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { chooseEncoding, PageCache } from './page-cache.ts';

const page = (cache: PageCache, dependsOn = 'post:1') => ({
  ...cache.begin(),
  status: 200,
  headers: { 'content-type': 'text/html' },
  dependsOn,
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

describe('what is dropped', () => {
  /** Puts a page into the cache for each of the names; each page depends on the tags in its name. */
  const keep = (cache: PageCache, ...names: string[]) => {
    for (const name of names) cache.put(name, name, page(cache, name), 'gzip');
  };
  const kept = (cache: PageCache, ...names: string[]) => names.filter((name) => cache.find(name));

  test('makes the pages stale that depend on it, and no other', () => {
    const cache = create();
    keep(cache, 'post:1', 'post:12', 'posts post:1', 'posts');
    cache.drop(['post:1', 'tag:5']);
    expect(kept(cache, 'post:1', 'post:12', 'posts post:1', 'posts')).toEqual(['post:12', 'posts']);
    keep(cache, 'post:1');
    cache.drop(['posts']);
    expect(kept(cache, 'post:1', 'post:12', 'posts')).toEqual(['post:1', 'post:12']);
    cache.drop([]);
    expect(kept(cache, 'post:1', 'post:12')).toEqual(['post:1', 'post:12']);
  });

  test('makes a page stale whose data was read before it, also when it is ready after it', () => {
    const cache = create();
    const [dropped, other, all] = [page(cache, 'a'), page(cache, 'b'), page(cache, 'c')];
    cache.drop(['a']);
    cache.put('a', 'a', dropped, 'gzip');
    cache.put('b', 'b', other, 'gzip');
    expect(kept(cache, 'a', 'b')).toEqual(['b']);
    cache.invalidate();
    cache.put('c', 'c', all, 'gzip');
    expect(kept(cache, 'b', 'c')).toEqual([]);
    keep(cache, 'a', 'b', 'c');
    expect(kept(cache, 'a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  });

  test('is every page that names nothing', () => {
    const cache = create();
    keep(cache, '');
    expect(kept(cache, '')).toEqual(['']);
    cache.drop(['post:1']);
    expect(kept(cache, '')).toEqual([]);
  });

  test('is remembered for every page, however much was dropped', () => {
    const cache = create();
    const early = page(cache, 'first');
    cache.drop(['first']);
    for (let number = 0; number < 30_000; number += 1) cache.drop([`post:${number}`]);
    cache.put('first', 'first', early, 'gzip');
    expect(kept(cache, 'first')).toEqual([]);
  });
});

test('no page outlives the year, whose number its dates leave out', () => {
  const now = { value: Date.UTC(2025, 11, 31, 23, 59, 59, 999) };
  const cache = create(now);
  cache.put('/', 'x', page(cache), 'gzip');
  expect(cache.find('/')).toBeDefined();
  const early = page(cache);
  now.value += 1;
  expect(cache.find('/')).toBeUndefined();
  cache.put('/', 'x', early, 'gzip');
  expect(cache.find('/')).toBeUndefined();
});

describe('where an edge keeps pages too', () => {
  const headersOf = (dependsOn: string, isKept = true) => {
    const cache = new PageCache({ maxBytes: 1e6, now: () => 0, hasEdge: true });
    const made = page(cache, dependsOn);
    if (!isKept) cache.invalidate();
    return cache.put('/', 'x', made, 'gzip').headers;
  };

  test('it is told for how long, and by which names it will be told to drop the page', () => {
    expect(headersOf('posts post:12')).toEqual({
      'content-type': 'text/html',
      'cdn-cache-control': 'max-age=600, stale-while-revalidate=60, stale-if-error=86400',
      'cache-tag': 'all,posts,post:12',
      'surrogate-key': 'all posts post:12',
    });
  });

  test('a page that was stale before it was ready is kept nowhere', () => {
    expect(headersOf('posts', false)).toEqual({ 'content-type': 'text/html', 'cdn-cache-control': 'no-store' });
  });

  test('a page that depends on more than a header can name goes with everything that is dropped', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `tag:${index}`).join(' ');
    expect(headersOf(many)).toMatchObject({ 'cache-tag': 'all,any', 'surrogate-key': 'all any' });
    expect(headersOf('')).toMatchObject({ 'cache-tag': 'all,any' });
  });
});

test('a page whose end is set is answered until then, not longer', () => {
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
