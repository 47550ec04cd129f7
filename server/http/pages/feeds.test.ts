import { readFileSync } from 'node:fs';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR, NOW } from '../../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { absoluteHtml } from './feeds.ts';

const LIVE = 25;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    env: { SITE_URL: 'https://blog.example', SITE_NAME: 'Tea & Co' },
    posts: Array.from({ length: LIVE }, (_, index) => ({
      slug: `post-${index}`,
      title: index === 0 ? 'Why 1 < 2 & <b> is no title' : `Post ${index}`,
      excerpt: 'If a < b, then & so on. R&D',
      content: 'See [here](/about) and ![a picture](/uploads/a.jpg).\n\n`<a href="/code">`',
      categoryId: index < 3 ? 4 : 1,
      publishedAt: new Date(NOW - HOUR - index * 60_000).toISOString(),
      tags: ['Slow food'],
    })),
  });
  app.database.sqlite.exec(
    `update blog_posts set content_updated_at = '2025-06-01T11:30:00.000Z' where slug in ('post-0', 'post-${LIVE - 1}')`,
  );
});
afterAll(() => app.close());

const parser = new XMLParser({ ignoreAttributes: false, processEntities: true, htmlEntities: true });
const read = async (url: string) => parser.parse((await app.http.inject(url)).body);

test.each([
  ['/rss.xml', 'application/xml; charset=utf-8'],
  ['/atom.xml', 'application/xml; charset=utf-8'],
  ['/feed.json', 'application/feed+json; charset=utf-8'],
  ['/category/travel/rss.xml', 'application/xml; charset=utf-8'],
  ['/tag/slow-food/atom.xml', 'application/xml; charset=utf-8'],
  ['/author/ada-byron/feed.json', 'application/feed+json; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
])('%s is %s, kept, and asked for again by its tag', async (url, type) => {
  const response = await app.http.inject(url);
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, type]);
  expect(response.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  const headers = { 'if-none-match': String(response.headers.etag) };
  expect((await app.http.inject({ url, headers })).statusCode).toBe(304);
});

test.each([
  ['/feed', '/rss.xml'],
  ['/feed/', '/rss.xml'],
  ['/rss', '/rss.xml'],
  ['/rss/', '/rss.xml'],
  ['/feed.xml', '/rss.xml'],
  ['/feed.xml/', '/rss.xml'],
  ['/feed/rss2/', '/rss.xml'],
  ['/feed/atom/', '/atom.xml'],
  ['/tag/slow-food/feed/atom', '/tag/slow-food/atom.xml'],
  ['/category/travel/feed/', '/category/travel/rss.xml'],
])('%s, as other blog software has it, leads to %s', async (url, location) => {
  const response = await app.http.inject(url);
  expect([response.statusCode, response.headers.location]).toEqual([301, location]);
});

test('a category nobody has has no feed', async () => {
  for (const file of ['rss.xml', 'atom.xml', 'feed.json', 'feed', 'rss/']) {
    expect((await app.http.inject(`/category/none/${file}`)).json().code).toBe('category_not_found');
  }
});

describe('RSS', () => {
  test('names the twenty newest posts, newest first, by their public addresses', async () => {
    const { channel } = (await read('/rss.xml')).rss;
    expect(channel).toMatchObject({ title: 'Tea & Co', link: 'https://blog.example/', language: 'en' });
    expect(channel['atom:link']).toMatchObject({ '@_href': 'https://blog.example/rss.xml', '@_rel': 'self' });
    expect(channel.item.map((item: { link: string }) => item.link)).toEqual(
      Array.from({ length: 20 }, (_, index) => `https://blog.example/post/post-${index}`),
    );
  });

  test('says of a post when it was published, who wrote it, what it is about, and all of it', async () => {
    const item = (await read('/rss.xml')).rss.channel.item[0];
    expect(item).toMatchObject({
      title: 'Why 1 < 2 & <b> is no title',
      pubDate: 'Sun, 01 Jun 2025 11:00:00 GMT',
      'dc:creator': 'Ada Byron',
      category: ['Travel', 'Slow food'],
      guid: { '#text': 'https://blog.example/post/post-0' },
    });
    expect(item).not.toHaveProperty('author');
    expect(item['content:encoded']).toContain('href="https://blog.example/about"');
    expect(item['content:encoded']).toContain('src="https://blog.example/uploads/a.jpg"');
  });

  test('an excerpt is text, also where a reader takes it for HTML', async () => {
    const { body } = await app.http.inject('/rss.xml');
    expect(body).toContain('<description><![CDATA[If a &#60; b, then & so on. R&#38;D]]></description>');
  });

  test('of a category names its posts alone', async () => {
    const { channel } = (await read('/category/travel/rss.xml')).rss;
    expect(channel.title).toBe('Travel · Tea & Co');
    expect(channel.item).toHaveLength(3);
  });
});

test('Atom gives titles and excerpts, which it says are HTML, as text that was escaped for it', async () => {
  const { body } = await app.http.inject('/atom.xml');
  expect(body).toContain('<title type="html"><![CDATA[Why 1 &#60; 2 & &#60;b> is no title]]></title>');
  const { feed } = await read('/atom.xml');
  expect(feed).toMatchObject({ id: 'https://blog.example/', title: 'Tea & Co', updated: '2025-06-01T11:30:00.000Z' });
  expect(feed.entry[0]).toMatchObject({
    id: 'https://blog.example/post/post-0',
    published: '2025-06-01T11:00:00.000Z',
    updated: '2025-06-01T11:30:00.000Z',
    author: { name: 'Ada Byron' },
  });
  // A text that readers have had from the beginning is as old as its publication.
  expect(feed.entry[1].updated).toBe('2025-06-01T10:59:00.000Z');
});

test('JSON Feed gives titles and excerpts as they are', async () => {
  const feed = (await app.http.inject('/feed.json')).json();
  expect(feed).toMatchObject({
    title: 'Tea & Co',
    home_page_url: 'https://blog.example/',
    feed_url: 'https://blog.example/feed.json',
  });
  expect(feed.items).toHaveLength(20);
  expect(feed.items[0]).toMatchObject({
    title: 'Why 1 < 2 & <b> is no title',
    summary: 'If a < b, then & so on. R&D',
    date_published: '2025-06-01T11:00:00.000Z',
    author: { name: 'Ada Byron' },
  });
});

describe('a person who opens a feed', () => {
  test.each(['/rss.xml', '/atom.xml', '/category/travel/rss.xml'])('%s finds it styled', async (url) => {
    const { body } = await app.http.inject(url);
    expect(body).toMatch(/^<\?xml [^>]*\?>\n<\?xml-stylesheet type="text\/css" href="\/feed\.css"\?>\n<(rss|feed) /);
  });

  test('can press a link in RSS, which a reader passes over as it belongs to XHTML', async () => {
    const { a } = (await read('/rss.xml')).rss.channel.item[0];
    expect(a).toMatchObject({
      '@_xmlns': 'http://www.w3.org/1999/xhtml',
      '@_href': 'https://blog.example/post/post-0',
    });
  });

  test('finds the colours of the site', () => {
    const colors = (file: string): string[] => readFileSync(file, 'utf8').match(/#[0-9a-f]{6}\b/g) ?? [];
    const known = new Set(colors('shared/ui/theme.css'));
    const used = colors('server/site/public/feed.css');
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter((color) => !known.has(color))).toEqual([]);
  });
});

test('what would end CDATA ends no feed, however often it stands in a post', async () => {
  const end = 'a ]]> b ]]> c';
  const hostile = await createTestApp({ posts: [{ title: end, excerpt: end, content: `\`${end}\`, ${end}` }] });
  for (const url of ['/rss.xml', '/atom.xml']) {
    const { body } = await hostile.http.inject(url);
    expect(XMLValidator.validate(body)).toBe(true);
    expect(body.match(/\]\]>/g)?.length).toBe(body.match(/<!\[CDATA\[/g)?.length);
  }
  expect((await hostile.http.inject('/feed.json')).json().items[0].title).toBe(end);
  await hostile.close();
});

test('a browser is told how to search the site', async () => {
  const { body, headers } = await app.http.inject('/opensearch.xml');
  expect(headers['content-type']).toBe('application/opensearchdescription+xml; charset=utf-8');
  const { OpenSearchDescription: search } = parser.parse(body);
  expect(search.ShortName).toBe('Tea & Co');
  expect(search.Url[0]).toMatchObject({
    '@_type': 'text/html',
    '@_template': 'https://blog.example/search?q={searchTerms}',
  });
});

test('a feed of no posts is a feed', async () => {
  const { channel } = (await read('/category/finance/rss.xml')).rss;
  expect(channel.title).toBe('Finance · Tea & Co');
  expect((await app.http.inject('/category/finance/feed.json')).json().items).toEqual([]);
});

test('no feed names an e-mail address', async () => {
  for (const url of ['/rss.xml', '/atom.xml', '/feed.json']) {
    expect((await app.http.inject(url)).body).not.toContain('@secret.example');
  }
});

test.each([
  ['<a href="/about">x</a>', '<a href="https://s.example/about">x</a>'],
  ['<a class="b" href="/about" target="_blank">', '<a class="b" href="https://s.example/about" target="_blank">'],
  ['<a href="//other.example/x">', '<a href="//other.example/x">'],
  ['<a href="https://other.example/x">', '<a href="https://other.example/x">'],
  ['<a href="#note">', '<a href="#note">'],
  [
    '<img alt="a > b" src="/uploads/a.jpg" srcset="/uploads/a-480.webp 480w">',
    '<img alt="a > b" src="https://s.example/uploads/a.jpg">',
  ],
  ['<code>&#x3C;a href="/code" srcset="x"></code>', '<code>&#x3C;a href="/code" srcset="x"></code>'],
  ['<p>say src="/x"</p>', '<p>say src="/x"</p>'],
])('in a feed %s is %s', (html, expected) => {
  expect(absoluteHtml(html, 'https://s.example')).toBe(expected);
});

test('a dollar in the site’s address is a dollar', () => {
  expect(absoluteHtml('<a href="/x">', 'https://s.example/$1')).toBe('<a href="https://s.example/$1/x">');
});

describe('the sitemap', () => {
  const addresses = async (url = '/sitemap.xml') => {
    const { urlset } = await read(url);
    return [urlset.url].flat() as { loc: string; lastmod?: string }[];
  };

  test('names pages, the lists that hold posts, and posts with their last change', async () => {
    const list = await addresses();
    const names = list.map(({ loc }) => loc.replace('https://blog.example', ''));
    expect(names.slice(0, -LIVE)).toEqual([
      '/',
      '/about',
      '/contact',
      '/follow',
      '/privacy',
      '/terms',
      '/category/technology',
      '/category/travel',
      '/archive',
      '/archive/2025',
      '/archive/2025/06',
      '/author/ada-byron',
      '/tag/slow-food',
    ]);
    expect(list.at(-1)).toMatchObject({
      loc: `https://blog.example/post/post-${LIVE - 1}`,
      lastmod: '2025-06-01T11:30:00.000Z',
    });
    expect(list.at(-2)).toMatchObject({ lastmod: '2025-06-01T10:37:00.000Z' });
  });

  test('robots.txt says where it is', async () => {
    const { body } = await app.http.inject('/robots.txt');
    expect(body.split('\n')).toEqual(
      expect.arrayContaining(['Disallow: /admin', 'Disallow: /api/', 'Sitemap: https://blog.example/sitemap.xml']),
    );
  });

  test('of a large site is an index of files, none over ten thousand addresses', async () => {
    const large = await createTestApp({ posts: [{}] });
    large.database.sqlite.exec(`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000)
      insert into blog_posts (slug, title, excerpt, content, category_id, author_id, read_time, published, published_at, created_at, updated_at)
      select 'p' || i, '', '', '', 1, 1, 1, 1, '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z' from n`);
    const get = async (url: string) => large.http.inject(url);
    expect((await get('/sitemap.xml')).body.match(/<loc>[^<]*<\/loc>/g)).toEqual([
      '<loc>http://site.test/sitemap-1.xml</loc>',
      '<loc>http://site.test/sitemap-2.xml</loc>',
    ]);
    const counts = await Promise.all(
      ['/sitemap-1.xml', '/sitemap-2.xml'].map(async (url) => (await get(url)).body.match(/<url>/g)?.length),
    );
    expect(counts).toEqual([10_000, 13]);
    for (const url of ['/sitemap-3.xml', '/sitemap-0.xml', '/sitemap-01.xml', '/sitemap-x.xml']) {
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
    }
    await large.close();
  });
});
