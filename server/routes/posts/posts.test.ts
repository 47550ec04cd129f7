import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createPost,
  getPost,
  listFeaturedPosts,
  listPosts,
  listRelatedPosts,
  listSeries,
  type PostSummary,
} from '#shared/contract/index.ts';
import { HOUR, NOW } from '../../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask, refused } from '../../test-call.ts';

// 130 live posts, one a minute. Three of four are in technology, every tenth is featured, every seventh is about tea.
const LIVE = 130;
const posts = Array.from({ length: LIVE }, (_, index) => ({
  slug: `post-${index + 1}`,
  title: index % 7 === 0 ? `Tea, chapter ${index}` : `Chapter ${index}`,
  publishedAt: new Date(NOW - HOUR - index * 60_000).toISOString(),
  categoryId: index % 4 === 3 ? 3 : 1,
  featured: index % 10 === 0,
  tags: index % 5 === 0 ? ['Slow Food', 'all'] : ['all'],
}));

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ posts });
});
afterAll(() => app.close());

const slugs = (list: Pick<PostSummary, 'slug'>[]) => list.map((post) => post.slug);
const expected = (keep: (post: (typeof posts)[number]) => boolean) => slugs(posts.filter(keep));

/** Reads all pages of a list by their `Link` headers. */
async function walk(url: string): Promise<{ seen: string[]; pages: number; totals: Set<unknown> }> {
  const seen: string[] = [];
  const totals = new Set<unknown>();
  let pages = 0;
  for (let next: string | undefined = url; next !== undefined; pages += 1) {
    const response: LightMyRequestResponse = await app.http.inject(next);
    expect(response.statusCode).toBe(200);
    seen.push(...slugs(response.json()));
    totals.add(response.headers['x-total-count']);
    next = /^<([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
  }
  return { seen, pages, totals };
}

test('a reader’s list holds fifty posts, newest first, and says how many there are', async () => {
  const { body, headers } = await ask(app.http, listPosts);
  expect(slugs(body)).toEqual(slugs(posts.slice(0, 50)));
  expect(headers['x-total-count']).toBe(String(LIVE));
});

test('a hundred is the most one answer holds', async () => {
  expect((await ask(app.http, listPosts, { query: { limit: 100 } })).body).toHaveLength(100);
  expect((await refused(app.http, listPosts, { query: { limit: '101' } })).status).toBe(400);
});

test('the owner gets all posts without a limit', async () => {
  const { body } = await ask(app.http, listPosts, { cookie: await app.signIn() });
  expect(body).toHaveLength(LIVE);
});

test.each(['/api/posts?limit=7', '/api/posts?limit=7&published=true', '/api/posts'])(
  'following the links of %s gives every post once, in order',
  async (url) => {
    const { seen, totals } = await walk(url);
    expect(seen).toEqual(slugs(posts));
    expect([...totals]).toEqual([String(LIVE)]);
  },
);

test('a link keeps the query it belongs to', async () => {
  const { seen, pages, totals } = await walk('/api/posts?category=business&featured=false&q=chapter&limit=5');
  expect(seen).toEqual(expected((post) => post.categoryId === 3 && !post.featured));
  expect([...totals]).toEqual([String(seen.length)]);
  expect(pages).toBe(Math.ceil(seen.length / 5));
});

test('a walk is not disturbed by a post that appears meanwhile', async () => {
  const first = await app.http.inject('/api/posts?limit=100');
  const link = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
  const id = await app.post({ slug: 'meanwhile', publishedAt: new Date(NOW - 60_000).toISOString() });
  try {
    expect(slugs((await app.http.inject(link)).json())).toEqual(slugs(posts.slice(100)));
  } finally {
    await app.database.db.deleteFrom('blog_posts').where('id', '=', id).execute();
  }
});

test('pages by number are the pages by cursor, and past the end there is nothing', async () => {
  const page = (number: number) => ask(app.http, listPosts, { query: { limit: 30, page: number } });
  expect(slugs((await page(2)).body)).toEqual(slugs(posts.slice(30, 60)));
  expect((await page(5)).headers).not.toHaveProperty('link');
  expect((await page(6)).body).toEqual([]);
});

test.each([
  ['published=true', () => true],
  ['featured=true', (post) => post.featured],
  ['featured=false', (post) => !post.featured],
  ['category=business', (post) => post.categoryId === 3],
  ['category=business&featured=true&published=true', (post) => post.categoryId === 3 && post.featured],
  ['category=travel', () => false],
  ['category=no-such', () => false],
  ['tag=slow-food', (post) => post.tags.includes('Slow Food')],
  ['tag=Slow%20Food', (post) => post.tags.includes('Slow Food')],
  ['tag=no-such', () => false],
  ['q=tea', (post) => post.title.includes('Tea')],
  ['q=TEA&category=technology', (post) => post.title.includes('Tea') && post.categoryId === 1],
  ['q=', () => true],
  ['q=%22%22', () => false],
] satisfies [string, (post: (typeof posts)[number]) => boolean][])('the list filters by %s', async (query, keep) => {
  expect((await walk(`/api/posts?${query}&limit=100`)).seen).toEqual(expected(keep));
});

test('featured posts have a call of their own, whatever else the query says', async () => {
  const { body, headers } = await ask(app.http, listFeaturedPosts, { query: { limit: '5', featured: 'false' } });
  expect(slugs(body)).toEqual(expected((post) => post.featured).slice(0, 5));
  expect(headers['x-total-count']).toBe('13');
});

test('a list leaves out what only a post’s own page needs', async () => {
  const { body } = await ask(app.http, listPosts, { query: { limit: 1 } });
  expect(body[0]).not.toHaveProperty('content');
  expect(body[0]).not.toHaveProperty('html');
  expect(JSON.stringify(body)).not.toContain('@secret.example');
});

test('a post knows its neighbours in time', async () => {
  const { body } = await ask(app.http, getPost, { params: { slug: 'post-2' } });
  expect(body).toMatchObject({
    previous: { slug: 'post-3' },
    next: { slug: 'post-1' },
    html: expect.stringContaining('<p>'),
  });
  expect((await ask(app.http, getPost, { params: { slug: 'post-1' } })).body.next).toBeNull();
  expect((await ask(app.http, getPost, { params: { slug: `post-${LIVE}` } })).body.previous).toBeNull();
});

test('related posts are six at most, near ones first, and never the post itself', async () => {
  const { id } = (await ask(app.http, getPost, { params: { slug: 'post-1' } })).body;
  const { body } = await ask(app.http, listRelatedPosts, { params: { id } });
  expect(body).toHaveLength(6);
  expect(slugs(body)).not.toContain('post-1');
  expect(body.every((post) => post.tags.includes('Slow Food'))).toBe(true);
});

test('dates are ISO 8601 in UTC', async () => {
  const { body } = await ask(app.http, getPost, { params: { slug: 'post-1' } });
  for (const date of [body.publishedAt, body.createdAt, body.updatedAt]) {
    expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
});

test('a slug is found letter for letter, also one that is not plain', async () => {
  for (const slug of ['café-ü', 'with space', 'a/b', 'ISTANBUL', '%41', 'featured-2', "it's", '日本']) {
    await app.post({ slug, publishedAt: new Date(NOW - 400 * HOUR).toISOString() });
    expect((await ask(app.http, getPost, { params: { slug } })).body.slug).toBe(slug);
  }
  expect((await refused(app.http, getPost, { params: { slug: 'istanbul' } })).code).toBe('post_not_found');
});

test('a post says which series it is a part of, and the owner gets the names of all', async () => {
  const cookie = await app.signIn();
  const post = { excerpt: 'e', content: 'c', categoryId: 1, readTime: 1, published: true, seriesName: 'Kettles' };
  for (const number of [2, 1]) {
    const body = { ...post, title: `Kettle ${number}`, slug: `kettle-${number}`, seriesNumber: number };
    await ask(app.http, createPost, { body, cookie });
  }
  const { body } = await ask(app.http, getPost, { params: { slug: 'kettle-2' } });
  expect(body.series).toMatchObject({ name: 'Kettles', part: 2, total: 2, parts: [{ slug: 'kettle-1' }, { part: 2 }] });
  expect((await ask(app.http, listSeries, { cookie })).body).toEqual([{ name: 'Kettles', lastNumber: 2 }]);
  expect((await refused(app.http, listSeries)).status).toBe(401);
});
