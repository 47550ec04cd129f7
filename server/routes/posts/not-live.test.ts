import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  countView,
  createPost,
  getCategory,
  getPost,
  listCategories,
  listFeaturedPosts,
  listPosts,
  listRelatedPosts,
  listTags,
  saveDraft,
  searchPosts,
  updatePost,
} from '#shared/contract/index.ts';
import { HOUR, NOW } from '../../repositories/blog-fixture.ts';
import { insertImage } from '../../repositories/images.ts';
import { softDeletePost } from '../../repositories/posts/post-bin.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask, refused } from '../../test-call.ts';

// Abuse case 11: a post that is not live does not exist for readers, in whatever way they ask.

const SECRET = 'zanzibar';
const hidden = { categoryId: 4, featured: true, tags: [`${SECRET}-tag`, 'shared'], excerpt: `${SECRET} excerpt` };
const later = new Date(NOW + HOUR).toISOString();
const kinds = {
  draft: { ...hidden, published: false, publishedAt: null },
  'withdrawn draft': { ...hidden, published: false, publishedAt: new Date(NOW - HOUR).toISOString() },
  'scheduled post': { ...hidden, publishedAt: later },
  'deleted post': hidden,
};
const slugOf = (kind: string) => `${SECRET}-${kind.replace(' ', '-')}`;

let app: TestApp;
const ids = new Map<string, number>();
let liveId: number;

beforeAll(async () => {
  app = await createTestApp();
  liveId = await app.post({ slug: 'live', categoryId: 4, tags: ['shared'], content: 'A word of the coast.' });
  await app.post({ slug: 'older', categoryId: 4, publishedAt: new Date(NOW - 2 * HOUR).toISOString() });
  const picture = {
    filename: 'a.jpg',
    width: 1,
    height: 1,
    size: 1,
    srcset: '',
    shareFilename: 'a-share.jpg',
    originalFilename: 'a.jpg',
  };
  await insertImage(app.database.db, picture, { now: NOW });
  for (const [kind, fields] of Object.entries(kinds)) {
    const slug = slugOf(kind);
    const featuredImage = '/uploads/a.jpg';
    ids.set(
      kind,
      await app.post({ ...fields, slug, title: `${SECRET} ${kind}`, content: `${SECRET} words`, featuredImage }),
    );
  }
  await softDeletePost(app.database.db, ids.get('deleted post') ?? 0, NOW);
});
afterAll(() => app.close());

const everyKind = Object.keys(kinds).map((kind) => ({ kind, slug: slugOf(kind) }));
const idOf = (kind: string) => ids.get(kind) ?? 0;

test.each([
  '',
  'published=false',
  'published=true',
  'status=draft',
  'status=scheduled',
  'status=deleted',
  'status=draft&published=false&featured=true',
  `q=${SECRET}`,
  `tag=${SECRET}-tag`,
  'tag=shared',
  'category=travel',
  'limit=100&page=1',
])('?%s lists live posts only', async (query) => {
  const response = await app.http.inject(`/api/posts?${query}`);
  expect(response.statusCode).toBe(200);
  expect(response.body).not.toContain(SECRET);
});

test('counts, featured posts, tags, searches and neighbours know nothing of it', async () => {
  const answers = [
    await ask(app.http, listFeaturedPosts),
    await ask(app.http, listTags),
    await ask(app.http, searchPosts, { query: { q: SECRET } }),
    await ask(app.http, searchPosts, { query: { q: 'zanzibra' } }),
    await ask(app.http, listRelatedPosts, { params: { id: liveId } }),
    await ask(app.http, getPost, { params: { slug: 'live' } }),
    await ask(app.http, listCategories),
  ];
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(SECRET);
  const { body } = await ask(app.http, getCategory, { params: { slug: 'travel' } });
  expect(body.postCount).toBe(2);
  expect((await ask(app.http, listPosts)).headers['x-total-count']).toBe('2');
  expect((await ask(app.http, searchPosts, { query: { q: SECRET } })).headers['x-total-count']).toBe('0');
});

test.each([
  '/',
  '/?category=travel',
  '/category/travel',
  `/search?q=${SECRET}`,
  '/post/live',
  '/sitemap.xml',
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/category/travel/rss.xml',
])('%s does not name it', async (url) => {
  const response = await app.http.inject(url);
  expect(response.statusCode).toBe(200);
  // A search page repeats the words that were asked for.
  expect(
    response.body.replaceAll(`"${SECRET}"`, '').replaceAll(`q=${SECRET}`, '').replaceAll(`value="${SECRET}"`, ''),
  ).not.toContain(`${SECRET}-`);
  expect(response.body).not.toContain(`${SECRET} `);
});

describe.each(everyKind)('a $kind', ({ kind, slug }) => {
  test('is a 404 that tells nothing from an address nobody ever had', async () => {
    const [asked, never] = [await app.http.inject(`/post/${slug}`), await app.http.inject('/post/never-was')];
    expect(asked.statusCode).toBe(404);
    expect(asked.body.replaceAll(slug, '')).toBe(never.body.replaceAll('never-was', ''));
    expect(asked.headers['cache-control']).toBe(never.headers['cache-control']);
    const refusal = await refused(app.http, getPost, { params: { slug } });
    expect(refusal.code).toBe('post_not_found');
  });

  test('has no related posts, no share picture and no views', async () => {
    const params = { id: idOf(kind) };
    expect((await refused(app.http, listRelatedPosts, { params })).code).toBe('post_not_found');
    expect((await refused(app.http, countView, { params })).code).toBe('post_not_found');
    for (const url of [`/og/${slug}.jpg`, `/og/post/${slug}/0123456789abcd.png`]) {
      expect((await app.http.inject(url)).statusCode).toBe(404);
    }
  });
});

describe('with a session', () => {
  test.each([
    ['status=draft', ['draft', 'withdrawn draft']],
    ['status=scheduled', ['scheduled post']],
    ['status=deleted', ['deleted post']],
    ['published=false', ['draft', 'withdrawn draft', 'scheduled post']],
    [`q=${SECRET}`, ['draft', 'withdrawn draft', 'scheduled post']],
  ])('?%s lists what it names', async (query, wanted) => {
    const cookie = await app.signIn();
    const response = await app.http.inject({ url: `/api/posts?${query}`, headers: { cookie } });
    const found = (response.json() as { slug: string }[]).map((post) => post.slug);
    expect(found.sort()).toEqual(wanted.map(slugOf).sort());
  });

  test('featured posts stay those that readers see', async () => {
    expect((await ask(app.http, listFeaturedPosts, { cookie: await app.signIn() })).body).toEqual([]);
  });

  test('all tags are listed', async () => {
    const { body } = await ask(app.http, listTags, { cookie: await app.signIn() });
    expect(body.map((tag) => tag.name)).toContain(`${SECRET}-tag`);
  });

  test('a draft is answered, but is counted no more than by a reader', async () => {
    const cookie = await app.signIn();
    expect((await ask(app.http, getPost, { params: { slug: slugOf('draft') }, cookie })).body.published).toBe(false);
    const params = { id: idOf('draft') };
    expect((await refused(app.http, countView, { params, cookie })).code).toBe('post_not_found');
  });

  test('what lies in the bin has no address', async () => {
    const cookie = await app.signIn();
    const refusal = await refused(app.http, getPost, { params: { slug: slugOf('deleted post') }, cookie });
    expect(refusal.code).toBe('post_not_found');
  });

  test.each(['draft', 'withdrawn draft', 'scheduled post'])(
    'a %s’s page is shown, to nobody else, and search engines are told to leave it',
    async (kind) => {
      const url = `/post/${slugOf(kind)}`;
      const response = await app.http.inject({ url, headers: { cookie: await app.signIn() } });
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('private, no-store');
      expect(response.headers).not.toHaveProperty('etag');
      expect(response.body).toContain('<meta name="robots" content="noindex, nofollow"');
      expect(response.body).toContain('Nobody but you can see it.');
      const stranger = await app.http.inject({ url, headers: { cookie: 'ninefold.sid=forged.signature' } });
      for (const answer of [await app.http.inject(url), stranger]) {
        expect(answer.statusCode).toBe(404);
        expect(answer.body).not.toContain(`${SECRET} words`);
      }
    },
  );

  test('a live post’s page says nothing of drafts', async () => {
    const response = await app.http.inject({ url: '/post/live', headers: { cookie: await app.signIn() } });
    expect(response.body).not.toContain('Nobody but you can see it.');
    expect(response.body).toContain('<meta name="robots" content="index, follow"');
  });
});

describe('an ETag', () => {
  const etagOf = async (url: string) => (await app.http.inject(url)).headers.etag;

  test('does not change when something is written that readers cannot see', async () => {
    const urls = ['/', '/category/travel', '/post/live', '/sitemap.xml', '/rss.xml'];
    const before = await Promise.all(urls.map(etagOf));
    const cookie = await app.signIn();
    await ask(app.http, saveDraft, { body: { title: `${SECRET} new draft`, content: 'Words', categoryId: 4 }, cookie });
    const scheduled = { title: `${SECRET} new`, slug: `${SECRET}-new`, excerpt: 'E', content: 'C', publishedAt: later };
    const more = { categoryId: 4, readTime: 1, published: true, featured: true };
    await ask(app.http, createPost, { body: { ...scheduled, ...more }, cookie });
    expect(await Promise.all(urls.map(etagOf))).toEqual(before);
  });

  test('of a page that was live is worth nothing once the post is withdrawn', async () => {
    const id = await app.post({ slug: 'withdrawn' });
    const url = '/post/withdrawn';
    const etag = String(await etagOf(url));
    const again = { url, headers: { 'if-none-match': etag } };
    expect((await app.http.inject(again)).statusCode).toBe(304);
    await ask(app.http, updatePost, { params: { id }, body: { published: false }, cookie: await app.signIn() });
    for (const tag of [etag, '*', '"x"']) {
      const response = await app.http.inject({ url, headers: { 'if-none-match': tag } });
      expect([tag, response.statusCode]).toEqual([tag, 404]);
    }
  });
});
