import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import { getPost, listPosts, searchPosts } from '#shared/contract/index.ts';
import { plainTexts } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask } from '../../test-call.ts';

// Abuse cases 29 to 32: whatever a post says, it breaks no page, feed, sitemap or search hit, and no part of it runs.

const HOSTILE = `]]></script><script>alert(1)</script><!-- "'><img src=x onerror=alert(2)> & &amp; \u2028\u2029\u0001\u0008\u000b\ufffe\u202e{{x}} \${y} 日本 🍵`;
const slug = 'a"<b>&\'c]]>';
const content = `${HOSTILE}

# <script>alert(3)</script>

[a](javascript:alert(4)) [b](JaVaScRiPt:alert(5)) [c](data:text/html,<script>alert(6)</script>) <vbscript:alert(7)>

![d](javascript:alert(8)) <img src="x" onerror="alert(9)"> <svg onload=alert(10)> <iframe srcdoc="<script>alert(11)</script>"></iframe>

<form id="page-data" action="https://evil.example"><input name="body"></form> <p id="page-data">clobber</p>

<math><mtext><table><mglyph><style><img src=x onerror=alert(12)></style></mglyph></table></mtext></math>`;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.database;
  await db.updateTable('categories').set({ name: HOSTILE, description: HOSTILE }).where('id', '=', 1).execute();
  await db.updateTable('authors').set({ name: HOSTILE, slug: 'script-alert-1-script', bio: HOSTILE }).execute();
  const fields = {
    title: HOSTILE,
    excerpt: HOSTILE,
    ...recordOf(plainTexts, (name) => [name, HOSTILE]),
  };
  await app.post({
    ...fields,
    slug,
    content,
    tags: [HOSTILE, 'tea'],
    productAppUrl: 'javascript:alert(13)',
    featuredImage: `https://x.example/"onload="alert(14).png`,
  });
  await app.post({ slug: 'beside', title: 'Beside', tags: ['tea'] });
});
afterAll(() => app.close());

const hostileTag = encodeURIComponent(tagSlug(HOSTILE));

const pages = [
  '/',
  `/post/${encodeURIComponent(slug)}`,
  '/post/beside',
  '/category/technology',
  '/?category=technology',
  `/tag/${hostileTag}`,
  '/author/script-alert-1-script',
  '/archive',
  '/search?q=alert',
];

/** Every script element of a page, with its attributes. */
function scripts(html: string): { attributes: string; text: string }[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script/gi)].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }));
}

describe.each(pages)('%s', (url) => {
  test('holds no script but its own', async () => {
    const { body, statusCode } = await app.http.inject(url);
    expect(statusCode).toBe(200);
    const plain = await app.http.inject('/about');
    const kinds = (html: string) =>
      scripts(html).map(({ attributes, text }) =>
        /ld\+json|application\/json/.test(attributes) ? attributes : attributes + text,
      );
    const known = new Set([...kinds(plain.body), ' type="application/ld+json"']);
    expect(kinds(body).filter((kind) => !known.has(kind))).toEqual([]);
  });

  test('has no handler, no foreign form, no frame and no address that runs', async () => {
    const { body } = await app.http.inject(url);
    const markup = scripts(body).reduce((html, { text }) => html.replace(text, ''), body);
    const tags = markup.match(/<[a-z][^>]*>/gi) ?? [];
    const attributes = tags
      .join('\n')
      .replaceAll(/"[^"]*"/g, (value) => (/^"\s*(javascript|vbscript|data):/i.test(value) ? 'RUNS' : '""'));
    expect(attributes).not.toMatch(/\son\w+\s*=|RUNS|srcdoc|<iframe|<form[^>]*evil|<object|<embed|<base/i);
    expect(tags.filter((tag) => /<form/i.test(tag) && tag.includes('evil'))).toEqual([]);
  });

  test('its data is JSON, whole, and cannot end its element', async () => {
    const { body } = await app.http.inject(url);
    const data = scripts(body).filter(({ attributes }) => attributes.includes('json'));
    expect(data.length).toBeGreaterThan(0);
    for (const { text } of data) {
      expect(text).not.toMatch(/[<\u2028\u2029]/);
      expect(() => JSON.parse(text)).not.toThrow();
    }
    expect(body.match(/id="page-data"/g)).toHaveLength(1);
  });
});

test('what is shown is what was written', async () => {
  const { body } = await app.http.inject('/');
  const data = scripts(body).find(({ attributes }) => attributes.includes('page-data'));
  expect(JSON.stringify(JSON.parse(data?.text ?? ''))).toContain(JSON.stringify(HOSTILE).slice(1, -1));
});

test('the API answers the text untouched, as JSON that nothing sniffs', async () => {
  const { body, headers } = await ask(app.http, getPost, { params: { slug } });
  expect(body.title).toBe(HOSTILE);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(body.html).not.toMatch(/<script|onerror=|javascript:/i);
  const listed = await ask(app.http, listPosts);
  expect(listed.body.find((post) => post.slug === slug)?.excerpt).toBe(HOSTILE);
});

test('a search hit’s snippet marks words and escapes everything else', async () => {
  const { body } = await ask(app.http, searchPosts, { query: { q: 'alert' } });
  const snippet = body.find((post) => post.slug === slug)?.snippet ?? '';
  expect(snippet).toContain('<mark>alert</mark>');
  expect(snippet.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>"']/);
});

describe('feeds and sitemap', () => {
  const feeds = [
    '/rss.xml',
    '/atom.xml',
    '/category/technology/rss.xml',
    '/category/technology/atom.xml',
    '/author/script-alert-1-script/rss.xml',
    '/author/script-alert-1-script/atom.xml',
  ];

  test.each([...feeds, '/sitemap.xml'])('%s is well-formed, without characters XML forbids', async (url) => {
    const { body } = await app.http.inject(url);
    expect(XMLValidator.validate(body)).toBe(true);
    // The characters are tested by their codes, because biome forbids them in a literal.
    const forbidden = Array.from(body).filter((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return (code < 32 && ![9, 10, 13].includes(code)) || code === 0xfffe || code === 0xffff;
    });
    expect(forbidden).toEqual([]);
  });

  test.each(feeds)('%s carries title and text as they are', async (url) => {
    const { body } = await app.http.inject(url);
    const parser = new XMLParser({
      ignoreAttributes: false,
      processEntities: true,
      htmlEntities: true,
      trimValues: false,
    });
    const feed = parser.parse(body);
    const items = [feed.rss?.channel.item ?? feed.feed.entry].flat();
    expect(items).toHaveLength(2);
    const texts = JSON.stringify(items);
    expect(texts).toContain('日本 🍵');
    expect(texts).toContain(encodeURIComponent(slug));
    expect(texts).not.toMatch(/<script[^>]*>alert\(3\)/);
  });

  test.each(['/feed.json', '/category/technology/feed.json', `/tag/${hostileTag}/feed.json`])(
    '%s is JSON',
    async (url) => {
      const feed = (await app.http.inject(url)).json();
      expect(feed.version).toMatch(/^https:\/\/jsonfeed\.org\/version\/1/);
      const item = feed.items.find((entry: { url: string }) => entry.url.includes(encodeURIComponent(slug)));
      expect(item.title).toContain(']]></script><script>alert(1)</script>');
      expect(item.content_html).not.toMatch(/<script|onerror=|javascript:/i);
    },
  );
});
