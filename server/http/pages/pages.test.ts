import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { NOW } from '../../repositories/blog-fixture.ts';
import { updatePost } from '../../repositories/posts/post-writes.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { sendRaw } from '../../test-raw.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    posts: [
      ...Array.from({ length: 14 }, (_, index) => ({ slug: `post-${index}`, categoryId: 1 })),
      { slug: 'café ü', title: 'A café' },
      { slug: 'was-old', title: 'Moved' },
    ],
  });
  const moved = await app.database.db
    .selectFrom('blog_posts')
    .where('slug', '=', 'was-old')
    .select('id')
    .executeTakeFirstOrThrow();
  await updatePost(app.database.db, moved.id, { slug: 'is-new' }, { now: NOW });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });

test.each([
  ['/', 200, 'Discover Insights Across Every Niche'],
  ['/?page=2', 200, 'page 2'],
  ['/?category=technology', 200, 'Technology'],
  ['/post/post-0', 200, 'Words of post'],
  [`/post/${encodeURIComponent('café ü')}`, 200, 'A café'],
  ['/category/technology', 200, 'All Posts'],
  ['/category/travel', 200, 'No posts found in this category.'],
  ['/search?q=words', 200, 'result'],
  ['/search', 200, 'Search posts...'],
  ['/search?q=nothingatall', 200, 'No posts found for'],
  ['/about', 200, 'Cross-Pollinators'],
  ['/privacy', 200, 'July 19, 2025'],
  ['/terms', 200, 'July 19, 2025'],
  ['/contact', 200, 'Send Us a Message'],
  ['/pilates-to-pole', 200, '$59'],
  ['/yoga-to-pole', 200, '$59'],
  ['/pole-dancing-classes-near-me-st-pete', 200, '$59'],
  ['/fun-workouts-st-pete', 200, '$59'],
  ['/?page=3', 404, 'This list has no page 3.'],
  ['/?page=999', 404, 'name="robots" content="noindex, follow"'],
  ['/?category=technology&page=999', 404, 'href="/?category=technology#posts"'],
  ['/category/technology?page=999', 404, 'This list has no page 999.'],
  ['/category/travel?page=2', 404, 'name="robots" content="noindex, follow"'],
  ['/post/never-was', 404, 'Post not found'],
  ['/category/never-was', 404, 'Category not found'],
  ['/never-was', 404, '404 Page Not Found'],
  ['/never/was/there', 404, 'Did you forget to add the page to the router?'],
  ['/post', 404, '404 Page Not Found'],
  ['/index.html', 404, '404 Page Not Found'],
  ['/.env', 404, '404 Page Not Found'],
  ['/ABOUT', 404, '404 Page Not Found'],
])('%s answers %i with "%s"', async (url, status, text) => {
  const response = await get(url);
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.body.startsWith('<!doctype html>')).toBe(true);
  expect(response.body).toContain(text);
});

test('a page is whole without a script: header, footer and all its links are in the first byte', async () => {
  const { body } = await get('/post/post-0');
  for (const text of [
    'placeholder="Search posts..."',
    'href="/category/finance"',
    'href="/privacy"',
    'Quick Links',
    '© 2025',
  ]) {
    expect(body).toContain(text);
  }
});

test('HEAD answers as GET does, without the page', async () => {
  for (const url of ['/', '/post/post-0', '/post/never-was', '/never-was', '/rss.xml', '/search?q=words']) {
    for (let times = 0; times < 2; times += 1) {
      const [whole, head] = [await get(url), await app.http.inject({ method: 'HEAD', url })];
      expect([url, head.statusCode, head.body]).toEqual([url, whole.statusCode, '']);
      for (const name of ['content-type', 'cache-control', 'etag', 'content-length']) {
        expect([url, name, head.headers[name]]).toEqual([url, name, whole.headers[name]]);
      }
    }
  }
});

test('under /api, /uploads and /og, of built code, and for other methods, what is missing is said in JSON', async () => {
  for (const url of ['/api/none', '/uploads/none.png', '/assets/none.js', '/og/none.jpg']) {
    const response = await get(url);
    expect([url, response.statusCode, response.json().code]).toEqual([url, 404, 'not_found']);
  }
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    expect((await app.http.inject({ method, url: '/about' })).json().code).toBe('not_found');
  }
});

describe('an address that is not quite right leads to the right one', () => {
  test.each([
    ['/post/was-old', '/post/is-new'],
    ['/post/was-old?utm_source=mail', '/post/is-new?utm_source=mail'],
    ['/about/', '/about'],
    ['/yoga-to-pole/', '/yoga-to-pole'],
    ['/post/post-0/', '/post/post-0'],
    ['/category/technology/?page=2', '/category/technology?page=2'],
    ['/search/?q=tea', '/search?q=tea'],
    ['/contact///', '/contact'],
    ['/post/%70ost-0', '/post/post-0'],
    ['/post/caf%c3%a9%20%c3%bc', `/post/${encodeURIComponent('café ü')}`],
    ['/category/%74echnology?page=2', '/category/technology?page=2'],
  ])('%s → %s', async (url, location) => {
    const response = await get(url);
    expect([response.statusCode, response.headers.location]).toEqual([301, location]);
    expect((await get(location)).statusCode).toBe(200);
  });

  test('the owner is led there as well', async () => {
    const response = await get('/post/was-old', { cookie: await app.signIn() });
    expect(response.headers.location).toBe('/post/is-new');
  });

  test('an old address leads nowhere while its post is not live', async () => {
    const id = await app.post({ slug: 'before' });
    await updatePost(app.database.db, id, { slug: 'after' }, { now: NOW });
    await updatePost(app.database.db, id, { published: false }, { now: NOW });
    expect((await get('/post/before')).statusCode).toBe(404);
  });
});

test.each([
  '//evil.example/',
  '///evil.example//',
  '/\\evil.example/',
  '/\\/evil.example/',
  '/.//evil.example/',
  '/%2f/evil.example/',
  '/%5cevil.example/',
  '/post/..//evil.example/',
  '/post/%2e%2e/',
  '//evil.example',
  '//evil.example/?next=//evil.example/',
  'http://evil.example//evil.example/',
  '/search/?next=https://evil.example',
  '/about/?q=%0d%0aLocation:%20https://evil.example',
])('%s leads to no other site', async (path) => {
  const { status, headers } = await sendRaw(app.http, `GET ${path} HTTP/1.1`);
  expect([200, 301, 404]).toContain(status);
  if (status !== 301) return;
  expect(new URL(String(headers.location), 'http://site.test').origin).toBe('http://site.test');
});

test('what the request says of host and scheme reaches no page', async () => {
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
  };
  for (const url of ['/', '/post/post-1', '/sitemap.xml', '/rss.xml', '/robots.txt', '/search?q=words']) {
    const response = await get(url, headers);
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toMatch(/evil\.example|gopher/);
  }
});

test('the owner sees the way to the editor, a reader does not', async () => {
  const owner = await get('/post/post-0', { cookie: await app.signIn() });
  const reader = await get('/post/post-0');
  expect(owner.body).toContain('"owner":true');
  expect(reader.body).toContain('"owner":false');
});

describe('when something breaks', () => {
  test('a page says so in a page, and nothing of the cause', async () => {
    const broken = await createTestApp({ render: () => Promise.reject(new Error('password of the database')) });
    const response = await broken.http.inject({ url: '/about', headers: { accept: 'text/html,*/*' } });
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toContain('Something went wrong on our side.');
    expect(response.body).not.toMatch(/password of|\bat |node_modules/);
    expect((await broken.http.inject('/about')).json()).toMatchObject({ code: 'internal' });
    await broken.close();
  });

  test('a page that may be there the next time leads to itself, one that was asked for wrongly does not', async () => {
    const again = '<a href="">Try again</a>';
    const broken = await createTestApp({ render: () => Promise.reject(new Error('broken')) });
    const headers = { accept: 'text/html' };
    expect((await broken.http.inject({ url: '/category/travel?page=2', headers })).body).toContain(again);
    const payload = '<not json>';
    const wrong = await broken.http.inject({ method: 'POST', url: '/contact', headers, payload });
    expect([wrong.statusCode, wrong.body.includes(again)]).toEqual([415, false]);
    const search = () => broken.http.inject({ url: '/search', headers });
    const tooMany = (await Promise.all(Array.from({ length: 121 }, search))).at(-1);
    expect([tooMany?.statusCode, tooMany?.body.includes(again)]).toEqual([429, true]);
    await broken.close();
  });

  test('a page there is no time for says when to try again', async () => {
    const busy = await createTestApp({ render: () => Promise.reject(new AppError('overloaded')) });
    const answer = await busy.http.inject({ url: '/about', headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.body).toContain('Try again');
    await busy.close();
  });

  test('a page with a part that could not be fetched says so and is not kept', async () => {
    const half = await createTestApp({ posts: [{ slug: 'a' }] });
    const { posts } = half.services;
    const { related } = posts;
    posts.related = () => Promise.reject(new Error('broken'));
    const first = await half.http.inject('/post/a');
    expect([first.statusCode, half.cache.pages]).toEqual([200, 0]);
    expect(first.body).toContain('Failed to fetch related posts');
    posts.related = related;
    expect((await half.http.inject('/post/a')).body).not.toContain('Failed to fetch');
    expect(half.cache.pages).toBe(1);
    await half.close();
  });
});
