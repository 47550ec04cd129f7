import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getReadiness } from '#shared/contract/meta.ts';
import { getEdge } from '#shared/contract/operation/edge.ts';
import { createPost, deletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { updateSettings } from '#shared/contract/settings.ts';
import { createTestTimers, type TestTimers } from '../adapters/ai/test-timers.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask } from '../test-call.ts';

/** The tags that the edge was told to drop. The edge answers with `status`. */
let told: string[];
/** The tags whose pages the edge may not show even when the server behind it fails. */
let gone: string[];
let status: number;
/** The text that the edge shows to readers in the place of the edge mark. */
let mark: string;
const edge = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(mark);
    return;
  }
  const tags = String(request.headers['surrogate-key']).split(' ');
  told.push(...tags);
  if (!request.headers['fastly-soft-purge']) gone.push(...tags);
  response.writeHead(status).end();
});
beforeAll(async () => {
  edge.listen(0, '127.0.0.1');
  await once(edge, 'listening');
});
afterAll(() => {
  edge.closeAllConnections();
  edge.close();
});

let app: TestApp;
let cookie: string;
let timers: TestTimers;
async function start(env: Record<string, string>): Promise<void> {
  told = [];
  gone = [];
  mark = '';
  status = 200;
  timers = createTestTimers();
  app = await createTestApp({ env, timers, posts: [{ slug: 'a' }, { slug: 'b' }] });
  cookie = await app.signIn();
}
afterEach(() => app.close());

const seen = async () => (await ask(app.http, getEdge, { cookie })).body;
const post = { title: 'New', slug: 'fresh', excerpt: 'New.', content: 'New.', categoryId: 1, readTime: 1 };
const publish = () => ask(app.http, createPost, { body: { ...post, published: true }, cookie });
const tagsOf = async (url: string) =>
  String((await app.http.inject(url)).headers['surrogate-key'] ?? '')
    .split(' ')
    .toSorted();

describe('with an edge in front', () => {
  beforeEach(async () => {
    await start({ EDGE_PURGE_URL: `http://127.0.0.1:${(edge.address() as AddressInfo).port}/` });
    // At its start the server drops everything: it does not know what was written while it was down, or whether its
    // version is new.
    await expect.poll(() => told).toEqual(['all', 'any', 'edge-mark']);
    told = [];
  });

  test('a page says how long the edge may keep it and what it depends on; a browser is told what it always is', async () => {
    const { headers } = await app.http.inject('/about');
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      'cdn-cache-control': 'max-age=600, stale-while-revalidate=60, stale-if-error=86400',
      'cache-tag': 'all,settings,categories',
      'surrogate-key': 'all settings categories',
    });
    expect(await tagsOf('/post/a')).toEqual(
      ['all', 'author:1', 'beside:1', 'categories', 'category:1', 'post:1', 'post:2', 'posts', 'settings'].toSorted(),
    );
    const known = await app.http.inject({ url: '/about', headers: { 'if-none-match': String(headers.etag) } });
    expect([known.statusCode, known.headers['cache-tag']]).toEqual([304, headers['cache-tag']]);
  });

  test('what is for one reader alone, or is not there, is for no edge', async () => {
    const answers = [
      await app.http.inject({ url: '/about', headers: { cookie } }),
      await app.http.inject('/search?q=tea'),
      await app.http.inject('/nowhere'),
      await app.http.inject('/post/none'),
      await app.http.inject('/api/posts'),
    ];
    for (const { headers } of answers) {
      expect(headers).not.toHaveProperty('cache-tag');
      expect(`${headers['cdn-cache-control']} ${headers['cache-control']}`).toMatch(/no-store/);
    }
  });

  test('a post that goes live drops the pages it changes there, and no other', async () => {
    const [home, neighbour, about] = [await tagsOf('/'), await tagsOf('/post/b'), await tagsOf('/about')];
    await publish();
    await expect.poll(seen).toMatchObject({ waiting: 0, failure: null });
    const isDropped = (tags: string[]) => tags.some((tag) => told.includes(tag));
    expect([home, neighbour, about].map(isDropped)).toEqual([true, true, false]);
    told = [];
    await ask(app.http, updateSettings, { body: { tagline: 'Another' }, cookie });
    await expect.poll(() => told).toContain('settings');
  });

  test('a save waits for no edge; what it has not taken in is told in Settings, and again to the edge', async () => {
    status = 503;
    const { body } = await publish();
    await expect.poll(seen).toMatchObject({ failure: { message: 'Answered 503' } });
    await ask(app.http, updatePost, { params: { id: body.id }, body: { title: 'Newer' }, cookie });
    expect((await seen()).waiting).toBeGreaterThan(3);
    status = 200;
    told = [];
    timers.advance(1000);
    await expect.poll(seen).toMatchObject({ waiting: 0, failure: null });
    expect(told).toEqual(expect.arrayContaining(['posts', `post:${body.id}`, 'every-post']));
  });
});

describe('with several', () => {
  const address = () => `http://127.0.0.1:${(edge.address() as AddressInfo).port}`;

  test('each is told; one that is away is named in Settings, readiness and metrics, and keeps nothing from the other', async () => {
    await start({ EDGE_PURGE_URL: `${address()}/, http://127.0.0.1:1/`, METRICS_TOKEN: 'let me see' });
    await publish();
    await expect.poll(() => told).toContain('posts');
    const name = new URL(address()).host;
    await expect.poll(seen).toMatchObject({
      isConfigured: true,
      failure: { message: 'No connection' },
      edges: [
        { name, waiting: 0, failure: null },
        { name: '127.0.0.1:1', failure: { message: 'No connection' } },
      ],
    });
    expect((await ask(app.http, getReadiness)).body).toEqual({ status: 'ok', edges: 'behind' });
    const metrics = await app.http.inject({ url: '/metrics', headers: { authorization: 'Bearer let me see' } });
    expect(metrics.body).toMatch(/^edge_failing_since_timestamp_seconds\{edge="127\.0\.0\.1:1"\} [1-9]/m);
    expect(metrics.body).toContain(`edge_failing_since_timestamp_seconds{edge="${name}"} 0`);
  });
});

describe('with one that says it drops, and does not', () => {
  test('the server sees it by the mark, and says so until it is mended', async () => {
    await start({ EDGE_PURGE_URL: `http://127.0.0.1:${(edge.address() as AddressInfo).port}/` });
    await expect.poll(seen).toMatchObject({ waiting: 0, failure: null });
    const own = () => app.http.inject('/.well-known/ninefold-edge');
    expect((await own()).headers).toMatchObject({ 'surrogate-key': 'all edge-mark', 'x-robots-tag': 'noindex' });
    mark = (await own()).body;
    await publish();
    await expect.poll(seen).toMatchObject({ failure: { message: 'Still shows what it was told to drop' } });
    expect((await ask(app.http, getReadiness)).body).toEqual({ status: 'ok', edges: 'behind' });
    mark = '';
    timers.advance(1000);
    await expect.poll(seen).toMatchObject({ waiting: 0, failure: null });
    expect((await ask(app.http, getReadiness)).body).toEqual({ status: 'ok', edges: 'current' });
  });
});

test('a post that is taken down may not be shown in trouble either; one that is changed may', async () => {
  await start({ EDGE_PURGE_URL: `http://127.0.0.1:${(edge.address() as AddressInfo).port}/` });
  const { body } = await publish();
  await ask(app.http, updatePost, { params: { id: body.id }, body: { title: 'Newer' }, cookie });
  await expect.poll(seen).toMatchObject({ waiting: 0, failure: null });
  expect(gone).toEqual([]);
  await ask(app.http, deletePost, { params: { id: body.id }, cookie });
  await expect.poll(() => gone).toEqual([`post:${body.id}`, 'any', 'edge-mark']);
});

test('a page is for edges at its own address alone: there is no end of others that show it', async () => {
  await start({ EDGE_PURGE_URL: `http://127.0.0.1:${(edge.address() as AddressInfo).port}/` });
  for (const url of ['/?x=1', '/post/a?utm_source=x', '/rss.xml?1']) {
    const { statusCode, headers } = await app.http.inject(url);
    expect([url, statusCode, headers['cdn-cache-control'], headers['surrogate-key']]).toEqual([
      url,
      200,
      'no-store',
      undefined,
    ]);
    const known = await app.http.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect([known.statusCode, known.headers['cdn-cache-control']]).toEqual([304, 'no-store']);
  }
  const markdown = await app.http.inject({ url: '/post/a', headers: { accept: 'text/markdown' } });
  expect(markdown.headers['cdn-cache-control']).toMatch(/^max-age/);
});

test('an nginx that keeps pages is told the second in which they end; readers are not', async () => {
  await start({});
  const second = Math.ceil(app.clock.now() / 1000);
  const until = async (milliseconds: number) => {
    app.clock.advance(second * 1000 + milliseconds - app.clock.now());
    const { headers } = await app.http.inject({ url: '/about', headers: { 'x-kept-by': 'nginx' } });
    return headers['x-accel-expires'];
  };
  // Cached from this moment on, the page would be shown for the whole second and a moment longer.
  expect(await until(99)).toBe(`@${second - 1}`);
  expect(await until(500)).toBe(`@${second}`);
  expect(await until(999)).toBe(`@${second}`);
  expect((await app.http.inject('/about')).headers).not.toHaveProperty('x-accel-expires');
});

test('without one no page says anything of edges: one that nobody tells would keep what has changed', async () => {
  await start({});
  const { headers } = await app.http.inject('/');
  expect(Object.keys(headers).filter((name) => /^(cdn-|cache-tag|surrogate)/.test(name))).toEqual([]);
  await publish();
  expect(await seen()).toEqual({ isConfigured: false, waiting: 0, lastAt: null, failure: null, edges: [] });
  expect((await app.http.inject('/?page=99')).headers['cdn-cache-control']).toBe('no-store');
  expect((await app.http.inject('/.well-known/ninefold-edge')).statusCode).toBe(404);
});
