import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApiClient } from '#shared/api-client/client.ts';
import type { CopiedPost, CopyPage } from '#shared/contract/posts/post-copy.ts';
import { type CopyStore, openCopyStore } from './copy-store.ts';
import { pullPosts } from './pull-posts.ts';

const log = { file: '', info() {}, warn() {}, error() {} };
const clock = { time: 1000, now: () => clock.time };

let folder: string;
let store: CopyStore;
let asked: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-pull-'));
  store = openCopyStore({ file: path.join(folder, 'copy.sqlite'), clock, log });
  asked = [];
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

function post(id: number, fields: Partial<CopiedPost> = {}): CopiedPost {
  const texts = { title: `Post ${id}`, slug: `post-${id}`, excerpt: 'E', content: 'Words.', html: '<p>Words.</p>' };
  const time = '2025-01-01T00:00:00.000Z';
  const category = { id: 1, slug: 'c', name: 'C', description: '', color: 'x', icon: 'y' };
  const nothing = { featuredImage: null, image: null, publishedAt: time, deletedAt: null, contentUpdatedAt: null };
  return {
    ...{ id, ...texts, words: texts.content, category },
    ...nothing,
    ...{ featured: false, published: true, createdAt: time, updatedAt: time, version: 1, readTime: 1, views: 0 },
    ...{ tags: [], tagList: [], seriesNumber: 0, author: { id: 1, slug: 'a', name: 'A', bio: '', avatar: null } },
    ...fields,
  } as CopiedPost;
}
const page = (fields: Partial<CopyPage>): CopyPage => ({
  siteId: 's',
  posts: [],
  gone: [],
  cursor: 'c',
  left: 0,
  ...fields,
});

/** Pulls from a server that answers with these bodies one after the other, and then repeats the last body. */
function pull(...bodies: unknown[]) {
  let turn = 0;
  const api = createApiClient({
    async fetch(address) {
      asked.push(String(address));
      const body = bodies[Math.min(turn++, bodies.length - 1)];
      if (body instanceof Response) return body.clone();
      return Response.json(typeof body === 'function' ? body(turn) : body);
    },
  });
  return pullPosts({
    api,
    store,
    siteId: async () => 's',
    signal: new AbortController().signal,
    margin: 20,
    onPage() {},
  });
}
const ids = () =>
  store.read<number[]>([], ({ sqlite }) => sqlite.prepare<[], number>('select id from posts').pluck().all());

test('the first page of a site makes it the copy of that site; then it begins', async () => {
  expect(await pull(page({ posts: [post(1)] }))).toEqual({ kind: 'anew' });
  expect(await pull(page({ posts: [post(1)], left: 1, cursor: 'a' }), page({ posts: [post(2)], cursor: 'b' }))).toEqual(
    {
      kind: 'done',
      isChanged: true,
    },
  );
  expect(ids()).toEqual([1, 2]);
  await pull(page({ cursor: 'b' }));
  expect(asked.at(-1)).toContain('cursor=b');
});

test.each([
  ['gives no end', (turn: number) => page({ posts: [post(turn)], left: 1, cursor: `c${turn}` })],
  ['gives the same cursor again', () => page({ posts: [post(1)], left: 5, cursor: 'same' })],
  ['says there is more and gives nothing', (turn: number) => page({ left: 3, cursor: `c${turn}` })],
])('a server that %s is stopped, and what was here stays', async (_what, answer) => {
  await pull(page({}));
  await pull(page({ posts: [post(90_001)] }));
  expect(await pull(answer)).toMatchObject({ kind: 'problem' });
  expect(ids()).toContain(90_001);
});

test.each([
  ['half a page', new Response('{"siteId":"s","posts":[{"id":1,', { headers: { 'content-type': 'application/json' } })],
  ['HTML', new Response('<p>', { headers: { 'content-type': 'text/html' } })],
  ['a post without its text', page({ posts: [{ ...post(2), content: undefined as unknown as string }] })],
  ['a page of too many', page({ posts: Array.from({ length: 201 }, (_, id) => post(id + 2)) })],
  ['nothing', {}],
  ['a fault', Response.json({ code: 'internal', message: 'x' }, { status: 500 })],
])('%s is no answer, and leaves the copy as it was', async (_what, answer) => {
  await pull(page({}));
  await pull(page({ posts: [post(1)], cursor: 'a' }));
  await expect(pull(answer)).rejects.toThrow();
  expect(ids()).toEqual([1]);
  expect(store.beginPull().cursor).toBe('a');
});

test('a cursor the server does not know begins the copy anew; what is told no more goes, a little of it unasked', async () => {
  await pull(page({}));
  await pull(page({ posts: [post(1), post(2), post(3), post(4)], cursor: 'a' }));
  const unknown = Response.json({ code: 'cursor_unknown', message: 'x' }, { status: 410 });
  expect(await pull(unknown)).toEqual({ kind: 'anew' });
  expect(ids()).toEqual([1, 2, 3, 4]);
  await pull(page({ posts: [post(1), post(2), post(3)], cursor: 'b' }));
  expect(ids()).toEqual([1, 2, 3]);
});

test('what the page was told and the order of changes does not tell ends in a beginning anew, once', async () => {
  await pull(page({}));
  await pull(page({ posts: [post(1)], cursor: 'a' }));
  store.learn(post(1, { version: 7, title: 'Saved, and lost by the server' }));
  expect(await pull(page({ cursor: 'a' }))).toEqual({ kind: 'anew' });
  expect(await pull(page({ posts: [post(1)], cursor: 'a' }))).toMatchObject({ kind: 'done' });
  expect(store.read(0, ({ posts }) => posts.find(1)?.version ?? 0)).toBe(1);
});

test('an answer to a save is not overwritten by a page that was asked for before it', async () => {
  await pull(page({}));
  store.beginPull();
  store.learn(post(1, { version: 2, title: 'Saved' }));
  await store.take(page({ posts: [post(1, { version: 1, title: 'Older' })] }), new AbortController().signal);
  expect(store.read('', ({ posts }) => posts.find(1)?.title ?? '')).toBe('Saved');
});
