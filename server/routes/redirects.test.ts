import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { deletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import {
  createRedirect,
  deleteRedirect,
  listRedirects,
  MOST_REDIRECTS,
  type RedirectFields,
  updateRedirect,
} from '#shared/contract/redirects.ts';
import { updateTag } from '#shared/contract/tags.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

let app: TestApp;
let cookie: string;
const beginAnew = sharedByFile(
  async () => {
    app = await createTestApp({
      posts: [
        { slug: 'tea', title: 'Tea', tags: ['Cups'] },
        { slug: 'draft', title: 'Not yet', published: false },
      ],
    });
    cookie = await app.signIn();
  },
  () => app.close(),
);
/** There are no redirects, and the first post has its first slug. */
beforeEach(() => {
  app.database.sqlite.exec(`delete from path_redirects; delete from redirects; delete from blog_posts where id > 2;
    update blog_posts set slug = 'tea' where id = 1`);
  app.cache.invalidate();
});

const redirect = (path: string, target: string, status: RedirectFields['status'] = 301) => ({ path, target, status });
const add = async (path: string, target: string, status: RedirectFields['status'] = 301) =>
  (await ask(app.http, createRedirect, { body: redirect(path, target, status), cookie })).body;
const refusal = async (path: string, target: string) => {
  const { code, issues } = await refused(app.http, createRedirect, { body: redirect(path, target), cookie });
  return `${code} ${issues?.[0]?.path}: ${issues?.[0]?.message}`;
};
const led = async (url: string) => {
  const { statusCode, headers } = await app.http.inject(url);
  return headers.location === undefined ? String(statusCode) : `${statusCode} ${headers.location}`;
};
const list = async (query: { q?: string; limit?: number; page?: number } = {}) =>
  (await ask(app.http, listRedirects, { query, cookie })).body;

describe('an address that leads elsewhere', () => {
  test('is followed with and without a slash at its end, with any query, by readers and by the owner', async () => {
    expect(await led('/2019/05/old-post.html')).toBe('404');
    expect(await add('/2019/05/old-post.html/', '/post/tea')).toMatchObject({
      kind: 'own',
      path: '/2019/05/old-post.html',
      target: '/post/tea',
      others: 0,
    });
    expect(await led('/2019/05/old-post.html')).toBe('301 /post/tea');
    expect(await led('/2019/05/old-post.html/')).toBe('301 /post/tea');
    expect(await led('/2019/05/old-post.html?utm_source=x')).toBe('301 /post/tea?utm_source=x');
    const owner = await app.http.inject({ url: '/2019/05/old-post.html', headers: { cookie } });
    expect([owner.statusCode, owner.headers.location]).toEqual([301, '/post/tea']);
    const head = await app.http.inject({ method: 'HEAD', url: '/2019/05/old-post.html' });
    expect([head.statusCode, head.headers['cache-control']]).toEqual([301, 'no-store']);
  });

  test('may be a query of a page that means nothing to it, and then no other query is taken along', async () => {
    await add('/?p=123', 'https://elsewhere.example/a', 302);
    expect(await led('/?p=123')).toBe('302 https://elsewhere.example/a');
    expect(await led('/?p=124')).toBe('200');
    expect(await led('/')).toBe('200');
    await add('/index.php?id=5&lang=en', '/post/tea');
    expect(await led('/index.php?lang=en&id=5')).toBe('301 /post/tea');
    expect(await led('/index.php?id=6')).toBe('404');
  });

  test('that a post takes shows the post, and leads on again once the post is gone', async () => {
    await add('/post/old', '/post/tea');
    expect(await led('/post/old')).toBe('301 /post/tea');
    const id = await app.post({ slug: 'old', title: 'There again' });
    expect(await led('/post/old')).toBe('200');
    expect(await led('/post/old')).toBe('200');
    await ask(app.http, deletePost, { params: { id }, cookie });
    expect(await led('/post/old')).toBe('301 /post/tea');
  });

  test('may be a year or month in which nothing was published, until something was', async () => {
    await add('/archive/2019', '/archive');
    await add('/archive/2025/05', '/archive/2025');
    expect([await led('/archive/2019'), await led('/archive/2025/05')]).toEqual(['301 /archive', '301 /archive/2025']);
    await app.post({ slug: 'early', publishedAt: '2025-05-04T10:00:00.000Z' });
    expect([await led('/archive/2019'), await led('/archive/2025/05')]).toEqual(['301 /archive', '200']);
  });

  test('leads past a post’s former address to its present one', async () => {
    await add('/a', '/post/tea');
    await ask(app.http, updatePost, { params: { id: 1 }, body: { slug: 'green-tea' }, cookie });
    expect(await led('/a')).toBe('301 /post/green-tea');
  });

  test('is what was changed last, and nothing once it is deleted', async () => {
    const { id } = await add('/a', '/post/tea');
    const changed = { params: { id: Number(id) }, body: redirect('/b', '/about', 302), cookie };
    await ask(app.http, updateRedirect, changed);
    expect([await led('/a'), await led('/b')]).toEqual(['404', '302 /about']);
    await ask(app.http, deleteRedirect, { query: { path: '/b' }, cookie });
    expect(await led('/b')).toBe('404');
    expect((await refused(app.http, updateRedirect, changed)).code).toBe('not_found');
    expect((await refused(app.http, deleteRedirect, { query: { path: '/b' }, cookie })).code).toBe('not_found');
  });
});

describe('a chain', () => {
  test('is not made: the second of two leads straight to the end, and so does what led to its beginning', async () => {
    await add('/b', '/post/tea');
    expect(await add('/a', '/b')).toMatchObject({ target: '/post/tea' });
    await add('/x', '/y#part');
    expect(await add('/y', '/about')).toMatchObject({ others: 1 });
    expect(await led('/x')).toBe('301 /about');
    await add('/old', '/post/former');
    await app.database.db.insertInto('redirects').values({ slug: 'former', post_id: 1, created_at: '' }).execute();
    expect(await led('/old')).toBe('301 /post/tea');
  });

  test('that would be a circle is refused', async () => {
    await add('/d', '/c');
    const circles = { '/a': ['/a', '/a/?x=1#b', 'http://site.test/a'], '/c': ['/d'] };
    for (const [path, targets] of Object.entries(circles)) {
      for (const target of targets) expect(await refusal(path, target)).toContain('target: This leads back to ');
    }
  });
});

describe('an address is refused, in words, that', () => {
  test('is taken, or is no path of the site', async () => {
    const taken = [
      ['/', 'path: The site itself answers at /.'],
      ['/about/', 'path: The site itself answers at /about.'],
      ['/?q=tea&page=2', 'path: The site itself answers at /.'],
      ['/admin/anything', 'path: The site itself'],
      ['/api/nothing', 'path: The site itself'],
      ['/assets/a-1b2c3d4e.js', 'path: The site itself'],
      ['/sitemap-7.xml', 'path: The site itself'],
      ['/feed.xml', 'path: The site itself'],
      ['/uploads/a.jpg', 'path: Pictures are served under /uploads/.'],
      ['/archive/2025', 'path: The site itself'],
      ['/archive/2025/06', 'path: The site itself'],
      ['/post/tea', 'path: The post “Tea” is at this address.'],
      ['/post/draft', 'path: The post “Not yet” is at this address.'],
      ['/tag/cups', 'path: The tag “Cups” is at this address.'],
      ['/category/technology', 'path: The category “Technology” is at this address.'],
      ['/author/ada-byron', 'path: The author “Ada Byron” is at this address.'],
      ['//evil.example', 'path: An address of this site begins with one slash'],
      ['https://elsewhere.example/a', 'path: An address of this site begins with one slash'],
      ['old-post.html', 'path: An address of this site begins with one slash'],
    ] as const;
    for (const [path, says] of taken) {
      expect([path, await refusal(path, '/post/tea')]).toEqual([path, expect.stringContaining(says)]);
    }
  });

  test('leads to what is no page', async () => {
    const targets = [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'data:text/html,x',
      'https:///',
      'tea',
      'mailto:a@example.org',
    ];
    for (const target of targets) {
      expect([target, await refusal('/a', target)]).toEqual([
        target,
        expect.stringMatching(/^invalid_input target: It can lead to/),
      ]);
    }
    expect(await led('/a')).toBe('404');
  });

  test('has a redirect already, or leads on of itself', async () => {
    await add('/a', '/post/tea');
    expect(await refusal('/a/', '/about')).toContain('There is a redirect from this address already, to /post/tea.');
    await ask(app.http, updatePost, { params: { id: 1 }, body: { slug: 'green-tea' }, cookie });
    expect(await refusal('/post/tea', '/about')).toContain('This address leads to /post/green-tea already');
  });

  test('would be one too many', async () => {
    const rows = Array.from({ length: MOST_REDIRECTS }, (_, index) => `/n/${index}`);
    app.database.sqlite
      .prepare(
        `insert into path_redirects (path, target, status, created_at, updated_at)
         select value, '/about', 301, '', '' from json_each(?)`,
      )
      .run(JSON.stringify(rows));
    expect(await refusal('/a', '/post/tea')).toContain('There are 10,000 redirects');
    expect(await list({ q: '/n/777', limit: 5 })).toHaveLength(5);
  });
});

test('every route of the server’s is taken, whatever it is called', async () => {
  const pages = ['/', '/archive', '/search', '/follow', '/contact', '/privacy', '/terms', '/llms.txt', '/robots.txt'];
  for (const path of [...pages, '/sitemap.xml', '/healthz', '/metrics', '/manifest.webmanifest', '/shared/x']) {
    expect([path, await refusal(path, '/post/tea')]).toEqual([path, expect.stringContaining('The site itself')]);
  }
});

test('the list holds the owner’s redirects first, then what was renamed; both are found by words and can be ended', async () => {
  await beginAnew();
  onTestFinished(beginAnew);
  await ask(app.http, updatePost, { params: { id: 1 }, body: { slug: 'green-tea' }, cookie });
  await ask(app.http, updateTag, { params: { id: 1 }, body: { name: 'Mugs' }, cookie });
  await add('/z/café', '/about');
  expect(await list()).toEqual([
    { id: 1, kind: 'own', path: '/z/caf%C3%A9', target: '/about', status: 301 },
    { id: null, kind: 'post', path: '/post/tea', target: '/post/green-tea', status: 301 },
    { id: null, kind: 'tag', path: '/tag/cups', target: '/tag/mugs', status: 301 },
  ]);
  const found = async (q: string) => (await list({ q })).map(({ path }) => path);
  expect(await found('/POST/tea')).toEqual(['/post/tea']);
  expect(await found('/z/café')).toEqual(['/z/caf%C3%A9']);
  expect(await found('mugs')).toEqual(['/tag/cups']);
  const second = await ask(app.http, listRedirects, { query: { limit: 1, page: 2 }, cookie });
  expect([second.body.length, second.headers['x-total-count'], second.headers.link]).toEqual([
    1,
    '3',
    expect.stringContaining('page=3'),
  ]);
  expect(await led('/post/tea')).toBe('301 /post/green-tea');
  await ask(app.http, deleteRedirect, { query: { path: '/post/tea' }, cookie });
  expect(await led('/post/tea')).toBe('404');
  expect(await add('/post/tea', '/about')).toMatchObject({ path: '/post/tea' });
});
