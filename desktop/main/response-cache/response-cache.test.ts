import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isCached } from './cached-calls.ts';
import { openResponseCache } from './response-cache.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-answers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const log = { file: '', info() {}, warn() {}, error() {} };
const clock = { time: 1000, now: () => clock.time };
const file = () => path.join(folder, 'answers', 'a.sqlite');
const open = (maxBytes?: number) => openResponseCache({ file: file(), clock, log, maxBytes });
const bytes = (length: number, fill = 1) => new Uint8Array(length).fill(fill);
const put = (store: ReturnType<typeof open>, key: string, length = 10) =>
  store.put(key, { headers: { 'content-type': 'text/plain' }, body: bytes(length) });

test('an answer is there after a restart, with when it came', () => {
  const store = open();
  put(store, 'a');
  store.close();
  clock.time += 5000;
  const again = open();
  expect(again.get('a')).toEqual({ headers: { 'content-type': 'text/plain' }, body: bytes(10), at: 1000 });
  expect(again.get('b')).toBeNull();
  again.close();
});

test('the least lately used go first, and what is too large is not kept', () => {
  const store = open(1000);
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    clock.time += 100_000;
    put(store, key, 120);
  }
  clock.time += 100_000;
  expect(store.get('a')).not.toBeNull();
  put(store, 'i', 120);
  put(store, 'large', 126);
  expect(['a', 'b', 'c', 'i', 'large'].filter((key) => store.get(key))).toEqual(['a', 'c', 'i']);
  store.close();
});

test('forgetting leaves nothing in the file', () => {
  const store = open();
  store.put('a', { headers: {}, body: new Uint8Array(Buffer.from('MY SECRET DRAFT')) });
  store.clear();
  expect(store.get('a')).toBeNull();
  store.close();
  for (const name of readdirSync(path.dirname(file()))) {
    expect(readFileSync(path.join(path.dirname(file()), name), 'latin1')).not.toContain('SECRET');
  }
});

test('a damaged file is thrown away: it is a cache', () => {
  const first = open();
  put(first, 'a');
  first.close();
  writeFileSync(file(), 'not a database, at all'.repeat(100));
  const store = open();
  expect(store.get('a')).toBeNull();
  put(store, 'b');
  expect(store.get('b')).not.toBeNull();
  store.close();
});

test('where nothing can be written, answers are kept as long as the app runs', () => {
  writeFileSync(path.join(folder, 'answers'), 'a file where the folder should be');
  const store = open();
  put(store, 'a');
  expect(store.get('a')).not.toBeNull();
  store.clear();
  expect(store.get('a')).toBeNull();
  store.close();
  expect(store.get('a')).toBeNull();
});

test.each([
  ['/api/auth/me', true],
  ['/api/posts', true],
  ['/api/posts/a-slug', true],
  ['/api/posts/by-id/7', true],
  ['/api/calendar', true],
  ['/api/calendar/queue', true],
  ['/api/categories', true],
  ['/api/prompt-templates', true],
  ['/api/images', true],
  ['/uploads/a.png', false],
  ['/api/posts/7/pending', true],
  ['/api/posts/7/revisions', false],
  ['/api/auth/sessions', false],
  ['/api/contact-messages', false],
  ['/api/workspace/updates', false],
  ['/api/ai/usage', false],
])('%s is kept: %s', (pathname, how) => {
  expect(isCached(pathname)).toBe(how);
});
