import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPostSource } from '#shared/content/front-matter/front-matter.ts';
import { HOUR, NOW } from '../../repositories/blog-fixture.ts';
import { updatePost } from '../../repositories/posts/post-writes.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { sendRaw } from '../../test-raw.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    env: { SITE_URL: 'https://blog.example' },
    posts: [
      {
        slug: 'tea',
        title: 'Tea: "hot"',
        subtitle: 'And cold',
        content: '## Leaves\n\n**Green**, and [cups](/post/cups).\n\n> [!NOTE]\n> Cold.',
        categoryId: 4,
        tags: ['Slow food', 'no'],
      },
      { slug: 'draft', published: false },
      { slug: 'soon', publishedAt: new Date(NOW + HOUR).toISOString() },
      { slug: 'was-old' },
      { slug: 'notes' },
      { slug: 'notes.md', title: 'Notes on a file' },
      { slug: 'how-to-md' },
      { slug: 'v1.2' },
      { slug: 'café ü' },
    ],
  });
  const { db } = app.database;
  const moved = await db.selectFrom('blog_posts').where('slug', '=', 'was-old').select('id').executeTakeFirstOrThrow();
  await updatePost(db, moved.id, { slug: 'is-new' }, { now: NOW });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const get = (url: string, accept = BROWSER, cookie = '') => app.http.inject({ url, headers: { accept, cookie } });
const typeOf = async (url: string, accept?: string) => {
  const { statusCode, headers } = await get(url, accept);
  return [statusCode, headers['content-type']];
};

test('a post is there as Markdown: what there is to say of it, and its text as it was written', async () => {
  const { body, headers } = await get('/post/tea.md');
  expect(headers).toMatchObject({
    'content-type': MARKDOWN,
    'cache-control': 'public, max-age=0, must-revalidate',
    'x-robots-tag': 'noindex',
    link: '<https://blog.example/post/tea>; rel="canonical"',
  });
  expect(body).toBe(
    [
      '---',
      'title: \'Tea: "hot"\'',
      'subtitle: And cold',
      'author: Ada Byron',
      `date: "${new Date(NOW - HOUR).toISOString()}"`,
      'category: Travel',
      'tags:',
      '  - Slow food',
      '  - "no"',
      'canonical: https://blog.example/post/tea',
      '---',
      '',
      '## Leaves\n\n**Green**, and [cups](/post/cups).\n\n> [!NOTE]\n> Cold.\n',
    ].join('\n'),
  );
  expect(readPostSource(body).front).toMatchObject({ title: 'Tea: "hot"', category: 'Travel' });
});

test('its page names it, and it is kept and asked for again by its tag', async () => {
  expect((await get('/post/tea')).body).toContain('<link rel="alternate" type="text/markdown" href="/post/tea.md"/>');
  const { etag } = (await get('/post/tea.md')).headers;
  const again = await app.http.inject({ url: '/post/tea.md', headers: { 'if-none-match': String(etag) } });
  expect(again.statusCode).toBe(304);
});

test('at the address of a post each gets what it asks for, and a proxy is told that it makes a difference', async () => {
  for (const [accept, type] of [
    [BROWSER, HTML],
    ['text/markdown', MARKDOWN],
    ['*/*', HTML],
    ['text/markdown, text/html;q=0.9, */*;q=0.1', MARKDOWN],
    ['text/html, text/markdown;q=0.5', HTML],
    [`${'a/b;q=0.5,'.repeat(800)}text/markdown`, HTML],
    [`${','.repeat(8000)}text/html`, HTML],
  ] as const) {
    const answer = await get('/post/tea', accept);
    expect([accept, answer.headers['content-type']]).toEqual([accept, type]);
    expect(answer.headers.vary).toBe('accept-encoding, cookie, accept');
    expect(answer.headers).not.toHaveProperty('x-robots-tag');
  }
  expect((await get('/about', 'text/markdown')).headers.vary).toBe('accept-encoding, cookie');
});

test('a kept page is answered over a socket to whom it is for', async () => {
  const ask = async (accept: string) =>
    (await sendRaw(app.http, 'GET /post/v1.2 HTTP/1.1', [`Accept: ${accept}`], 'blog.example')).headers['content-type'];
  for (let times = 0; times < 2; times += 1) {
    expect(await ask(BROWSER)).toBe(HTML);
    expect(await ask('text/markdown')).toBe(MARKDOWN);
  }
  const { hits } = app.cache;
  expect(await ask(BROWSER)).toBe(HTML);
  expect(app.cache.hits).toBe(hits + 1);
});

test('what readers cannot see is not there, for the owner neither', async () => {
  const cookie = await app.signIn();
  for (const slug of ['draft', 'soon', 'never']) {
    for (const who of ['', cookie]) {
      expect((await get(`/post/${slug}.md`, 'text/markdown', who)).statusCode).toBe(404);
    }
    expect(await typeOf(`/post/${slug}`, 'text/markdown')).toEqual([404, HTML]);
  }
  const preview = await get('/post/draft', 'text/markdown', cookie);
  expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, HTML]);
  expect(preview.body).not.toContain('rel="alternate" type="text/markdown"');
});

test('an old address leads to the present one', async () => {
  for (const [url, location] of [
    ['/post/was-old.md', '/post/is-new.md'],
    ['/post/was-old', '/post/is-new'],
  ] as const) {
    const answer = await get(url, 'text/markdown');
    expect([answer.statusCode, answer.headers.location]).toEqual([301, location]);
  }
});

describe('odd slugs', () => {
  test.each([
    ['/post/how-to-md.md', 200, MARKDOWN],
    ['/post/how-to-md', 200, HTML],
    ['/post/v1.2.md', 200, MARKDOWN],
    ['/post/v1.2', 200, HTML],
    // A post's own address is its page, also when the address ends like this.
    ['/post/notes.md', 200, HTML],
    ['/post/notes.md.md', 200, MARKDOWN],
    [`/post/${encodeURIComponent('café ü')}.md`, 200, MARKDOWN],
    ['/post/.md', 404, HTML],
    ['/post/..md', 404, HTML],
    ['/post/...md', 404, HTML],
    ['/post/%2e%2e.md', 301, undefined],
    ['/post/tea.md.md', 404, HTML],
    ['/post/tea.MD', 404, HTML],
    ['/post/..%2Fdraft.md', 404, HTML],
    ['/post/tea%00.md', 404, HTML],
    [`/post/${'a'.repeat(1500)}.md`, 404, HTML],
  ])('%s answers %i as %s', async (url, status, type) => {
    expect(await typeOf(url)).toEqual([status, type]);
  });

  test('what is percent-encoded without need leads to the plain address', async () => {
    for (const url of ['/post/tea%2Emd', '/post/%74ea.md', '/post/tea.md/']) {
      const answer = await get(url);
      expect([answer.statusCode, answer.headers.location]).toEqual([301, '/post/tea.md']);
    }
  });

  test('what is not there is not kept', async () => {
    const { pages } = app.cache;
    for (let number = 0; number < 5; number += 1) {
      await get(`/post/none-${number}.md`, 'text/markdown');
      await get(`/post/none-${number}`, 'text/markdown');
    }
    expect(app.cache.pages).toBe(pages);
  });
});
