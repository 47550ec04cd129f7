import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { openDatabase } from '../../db/open.ts';
import { DATABASE_FILE } from '../../paths.ts';
import { HOUR, NOW } from '../../repositories/blog-fixture.ts';
import { softDeletePost } from '../../repositories/posts/post-bin.ts';
import { updatePost } from '../../repositories/posts/post-writes.ts';
import { renderPage } from '../../site/server/entry-server.tsx';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { writePost } from '../../test-posts.ts';

let app: TestApp;
/** The addresses that were rendered, in order. */
let rendered: string[];
const beginAnew = sharedByFile(
  async () => {
    rendered = [];
    app = await createTestApp({
      posts: [{ slug: 'a', title: 'The first title' }, ...Array.from({ length: 14 }, () => ({}))],
      async render(input) {
        rendered.push(input.url);
        return renderPage(input);
      },
    });
  },
  () => app.close(),
);
beforeEach(() => {
  app.cache.invalidate();
  rendered = [];
});

const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });

test('a page is rendered once and answered from memory after that', async () => {
  const first = await get('/post/a');
  const second = await get('/post/a');
  expect(rendered).toEqual(['/post/a']);
  expect(second.body).toBe(first.body);
  const { date: _first, ...firstHeaders } = first.headers;
  const { date: _second, ...secondHeaders } = second.headers;
  expect(secondHeaders).toEqual(firstHeaders);
});

test('readers who come at once wait for one rendering', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/')));
  expect(rendered).toEqual(['/']);
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
});

test('a reader asks again each time, and is told when nothing has changed', async () => {
  const first = await get('/post/a');
  expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  const { etag } = first.headers;
  for (const tag of [String(etag), `"x", ${etag}`, '*', String(etag).slice(2)]) {
    const again = await get('/post/a', { 'if-none-match': tag });
    expect([tag, again.statusCode, again.body]).toEqual([tag, 304, '']);
    expect(again.headers).toMatchObject({ etag, vary: 'accept-encoding, cookie, accept' });
    expect(again.headers).not.toHaveProperty('content-length');
  }
  expect((await get('/post/a', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['identity', (body: Buffer) => body],
] as const)('%s carries the same text, first and second time', async (encoding, decode) => {
  const plain = (await get('/about')).body;
  for (const url of ['/about', '/post/a', '/post/a', '/rss.xml']) {
    const expected = url === '/about' ? plain : (await get(url)).body;
    const response = await get(url, { 'accept-encoding': encoding });
    expect(response.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(response.headers.vary).toBe(`accept-encoding, cookie${url === '/post/a' ? ', accept' : ''}`);
    expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
    expect(decode(response.rawPayload).toString()).toBe(expected);
  }
  // Pages that are not cached: their number has no limit, or they are for one reader alone.
  for (const url of ['/search?q=first', '/nowhere']) {
    const response = await get(url, { 'accept-encoding': encoding });
    expect(response.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(response.headers.vary).toBe('accept-encoding');
    expect(decode(response.rawPayload).toString()).toBe((await get(url)).body);
  }
});

describe('addresses without number make no pages without number', () => {
  test('a parameter that means nothing is no other page', async () => {
    for (const query of [
      'utm_source=x',
      'page=1',
      'fbclid=1&page=1',
      'page=zero',
      'page=-2',
      'page=1.5',
      'q=tea',
      '__proto__=x',
    ]) {
      await get(`/?${query}`);
      await get(`/post/a?${query}`);
    }
    expect(new Set(rendered)).toEqual(new Set(['/', '/post/a']));
    expect(rendered).toHaveLength(2);
  });

  test('parameters in another order, or twice, are no other page', async () => {
    await get('/?category=technology&page=2');
    await get('/?page=2&category=technology&category=x');
    expect(rendered).toEqual(['/?category=technology&page=2']);
  });

  test('what does not exist is not kept', async () => {
    await beginAnew();
    for (let number = 0; number < 5; number += 1) {
      await get(`/post/none-${number}`);
      await get(`/category/none-${number}`);
      await get(`/none-${number}`);
      await get(`/?category=none-${number}`);
      await get(`/?page=${100 + number}`);
      await get(`/category/technology?page=${100 + number}`);
    }
    expect(app.cache.pages).toBe(0);
    await get('/?page=2');
    expect(app.cache.pages).toBe(1);
  });

  test('searches are not kept', async () => {
    const { pages } = app.cache;
    for (const url of ['/search?q=first', '/search?q=first', '/search']) {
      expect((await get(url)).headers['cache-control']).toBe('private, no-store');
    }
    expect(app.cache.pages).toBe(pages);
  });
});

describe('a write is seen', () => {
  const retitle = (title: string) => updatePost(app.database.db, 1, { title }, { now: NOW });

  // The next test finds the posts as they were.
  afterEach(beginAnew);

  test('in this process: at once, on every page', async () => {
    for (const url of ['/', '/post/a', '/rss.xml', '/sitemap.xml']) await get(url);
    const { etag } = (await get('/post/a')).headers;
    await retitle('The second title');
    app.cache.invalidate();
    expect((await get('/post/a', { 'if-none-match': String(etag) })).statusCode).toBe(200);
    for (const url of ['/post/a', '/rss.xml']) expect((await get(url)).body).toContain('The second title');
  });

  test('only where it shows: a published post leaves the bytes of pages it has nothing to do with', async () => {
    const urls = ['/post/a', '/about', '/contact', '/privacy', '/terms', '/pilates-to-pole'];
    const bodies = () => Promise.all(urls.map(async (url) => [url, (await get(url)).body]));
    const before = await bodies();
    // The new post is of another category than the post on these pages, and newer posts stand between the two.
    await app.post({ slug: 'new-here', categoryId: 2 });
    expect((await get('/')).body).toContain('/post/new-here');
    expect(await bodies()).toEqual(before);
  });

  test('by another process: within about a second', async () => {
    await get('/post/a');
    await get('/feed.json');
    const other = openDatabase(`${app.folder}/${DATABASE_FILE}`);
    await updatePost(other.db, 1, { title: 'From elsewhere' }, { now: NOW });
    await softDeletePost(other.db, 2, NOW);
    await writePost(other, { slug: 'imported' }, NOW);
    await other.close();
    await expect.poll(async () => (await get('/post/a')).body).toContain('From elsewhere');
    expect((await get('/feed.json')).body).toContain('/post/imported');
  });

  test('also by a page whose data was read before it and that was ready after it', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { page } = app.services.posts;
    app.services.posts.page = async (...args) => {
      const post = await page(...args);
      await held;
      return post;
    };
    const early = get('/post/a');
    await expect.poll(() => rendered).toEqual(['/post/a']);
    await retitle('The second title');
    app.cache.invalidate();
    release();
    expect((await early).body).toContain('The first title');
    expect((await get('/post/a')).body).toContain('The second title');
  });

  test('and the first post that shows a film brings the player’s host into the policy of every page', async () => {
    const policy = async () => String((await get('/about')).headers['content-security-policy']);
    expect(await policy()).not.toContain('youtube');
    const other = openDatabase(`${app.folder}/${DATABASE_FILE}`);
    const film = await writePost(other, { content: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }, NOW);
    await expect.poll(policy).toContain("frame-src 'self' https://www.youtube-nocookie.com;");
    await softDeletePost(other.db, film.id, NOW);
    await other.close();
    await expect.poll(policy).not.toContain('youtube');
  });
});

describe('the owner', () => {
  test('gets a page of their own that is kept nowhere', async () => {
    await beginAnew();
    const cookie = await app.signIn();
    const own = await get('/post/a', { cookie });
    expect(own.headers['cache-control']).toBe('private, no-store');
    expect(app.cache.pages).toBe(0);
    expect((await get('/post/a')).body).not.toContain('"owner":true');
    expect((await get('/post/a', { cookie })).body).toContain('"owner":true');
    expect(rendered).toHaveLength(3);
  });

  test('leaves nothing in feeds and sitemap that readers then get', async () => {
    await app.post({ slug: 'secret-draft', published: false });
    await app.post({ slug: 'secret-plan', publishedAt: new Date(NOW + HOUR).toISOString() });
    const cookie = await app.signIn();
    for (const url of ['/rss.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/category/technology/rss.xml']) {
      const own = await get(url, { cookie });
      const reader = await get(url);
      expect(own.body + reader.body).not.toContain('secret-');
      expect(reader.headers).not.toHaveProperty('set-cookie');
    }
  });

  test('whose cookie is worth nothing is a reader and gets the cached page', async () => {
    await get('/post/a');
    const cookie = 'ninefold.sid=forged.signature';
    const page = await get('/post/a', { cookie });
    expect(rendered).toHaveLength(1);
    expect(page.body).toContain('"owner":false');
    expect(page.headers).not.toHaveProperty('set-cookie');
  });
});

test('no header a request can carry changes what others get', async () => {
  const plain = (await get('/post/a')).body;
  app.cache.invalidate();
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-original-url': '/admin',
    'x-http-method-override': 'DELETE',
    'accept-language': 'de',
    'user-agent': '<script>',
    accept: 'application/json',
    cookie: 'theme=dark; other=1',
    range: 'bytes=0-5',
  };
  expect((await get('/post/a', headers)).body).toBe(plain);
  expect((await get('/post/a')).body).toBe(plain);
});

describe('over a socket, where cached pages are answered before anything else', () => {
  let origin: string;
  beforeAll(async () => {
    await beginAnew();
    origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
  });
  beforeEach(async () => {
    await (await fetch(`${origin}/post/a`)).text();
    expect(rendered).toEqual(['/post/a']);
  });
  const ask = (headers: Record<string, string> = {}, method = 'GET') => fetch(`${origin}/post/a`, { headers, method });

  test('a page is the same, with the same headers, as when it was rendered', async () => {
    const { hits } = app.cache;
    const kept = await ask();
    const late = await get('/post/a');
    expect(await kept.text()).toBe(late.body);
    const { date: _date, connection: _connection, ...expected } = late.headers;
    for (const [name, value] of Object.entries(expected)) {
      if (name !== 'content-length') expect([name, kept.headers.get(name)]).toEqual([name, value]);
    }
    expect(rendered).toHaveLength(1);
    expect(app.cache.hits).toBeGreaterThan(hits);
  });

  test('HEAD has no body, a known page is not sent again, and encodings are told apart', async () => {
    const head = await ask({}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    const again = await ask({ 'if-none-match': String(head.headers.get('etag')) });
    expect([again.status, await again.text()]).toEqual([304, '']);
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await ask({ 'accept-encoding': encoding });
      expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    }
  });

  test('the owner’s page is never the readers’, nor the other way round', async () => {
    const cookie = await app.signIn();
    expect(await (await ask({ cookie })).text()).toContain('"owner":true');
    expect(await (await ask()).text()).toContain('"owner":false');
    expect(await (await ask({ cookie: 'other=1' })).text()).toContain('"owner":false');
  });

  test('another method is not answered with the page', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect((await ask({}, method)).status).toBe(404);
  });

  test('a write is seen at once', async () => {
    await updatePost(app.database.db, 1, { title: 'The second title' }, { now: NOW });
    app.cache.invalidate();
    expect(await (await ask()).text()).toContain('The second title');
    await updatePost(app.database.db, 1, { title: 'The first title' }, { now: NOW });
  });

  test('many readers on one connection get each their page', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        (await fetch(`${origin}${index % 2 ? '/post/a' : '/about'}`)).text(),
      ),
    );
    expect(new Set(answers.map((text) => /<title>([^<]*)/.exec(text)?.[1])).size).toBe(2);
    expect(answers.every((text, index) => text.includes('The first title') === (index % 2 === 1))).toBe(true);
  });
});
