import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAuthors, searchPosts } from '#shared/contract/index.ts';
import { insertAuthor } from '../repositories/authors.ts';
import { HOUR, NOW } from '../repositories/blog-fixture.ts';
import { softDeletePost } from '../repositories/posts/post-bin.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { anotherReader, ask, refused } from '../test-call.ts';

/** Words of public-service blogging, each mistyped as people do: a letter left out, doubled, wrong, or two transposed. */
const typos: [word: string, mistyped: string][] = [
  ['accessibility', 'accesibility'],
  ['procurement', 'procurment'],
  ['acquisition', 'aquisition'],
  ['government', 'goverment'],
  ['authentication', 'authentcation'],
  ['agile', 'aggile'],
  ['prototype', 'protottype'],
  ['dashboard', 'dashbooard'],
  ['repository', 'repossitory'],
  ['hackathon', 'hackathonn'],
  ['usability', 'usebility'],
  ['analytics', 'analitics'],
  ['transparency', 'transparancy'],
  ['infrastructure', 'infrostructure'],
  ['documentation', 'documentetion'],
  ['collaboration', 'collabroation'],
  ['stakeholders', 'stakehodlers'],
  ['cybersecurity', 'cybersecuirty'],
  ['modernization', 'modernizatoin'],
  ['federalist', 'fedrealist'],
];

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    posts: [
      ...typos.map(([word], index) => ({
        slug: `about-${word}`,
        title: `Notes, part ${index + 1}`,
        content: `We learned something about ${word} this week, and wrote it down.`,
      })),
      { slug: 'draft', content: 'rhubarb secret', published: false },
      { slug: 'planned', content: 'rhubarb secret', publishedAt: new Date(NOW + HOUR).toISOString() },
    ],
  });
});
afterAll(() => app.close());

const search = (query: Record<string, string>) => ask(app.http, searchPosts, { query, from: anotherReader() });
const slugs = async (q: string) => (await search({ q })).body.map((post) => post.slug);

test('twenty words are mistyped', () => {
  expect(new Set(typos.map(([word]) => word)).size).toBe(20);
  expect(typos.filter(([word, mistyped]) => word === mistyped)).toEqual([]);
});

describe('one typing error is forgiven', () => {
  test.each(typos)('%s, typed %s', async (word, mistyped) => {
    expect(await slugs(mistyped)).toEqual([`about-${word}`]);
  });

  test('in each of several words', async () => {
    expect(await slugs('learnd goverment')).toEqual(['about-government']);
  });

  test('but a word that is right is not widened', async () => {
    const { body, headers } = await search({ q: 'agile' });
    expect([body.map((post) => post.slug), headers['x-total-count']]).toEqual([['about-agile'], '1']);
  });

  test('on the search page as well, which says how many there are', async () => {
    const { body } = await app.http.inject('/search?q=goverment');
    expect(body).toContain('href="/post/about-government"');
    expect(body.replace(/<!-- -->/g, '')).toMatch(/Found 1 result/);
  });
});

test('hits are fifty at most, the total counts all, and the links lead through them once', async () => {
  const many = await createTestApp({
    posts: Array.from({ length: 52 }, (_, index) => ({ slug: `tea-${index}`, content: 'Tea' })),
  });
  const first = await ask(many.http, searchPosts, { query: { q: 'tea' } });
  expect([first.body.length, first.headers['x-total-count']]).toEqual([50, '52']);
  const seen: string[] = [];
  for (let next: string | undefined = '/api/search?q=tea'; next; ) {
    const response: LightMyRequestResponse = await many.http.inject(next);
    seen.push(...response.json().map((post: { slug: string }) => post.slug));
    next = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1];
  }
  expect([seen.length, new Set(seen).size]).toEqual([52, 52]);
  expect((await refused(many.http, searchPosts, { query: { q: 'tea', limit: '51' } })).code).toBe('invalid_input');
  expect((await ask(many.http, searchPosts, { query: { q: 'tea', cursor: '52' } })).body).toEqual([]);
  await many.close();
});

describe('the search page', () => {
  const page = async (address: string) => (await app.http.inject(address)).body.replace(/<!-- -->/g, '');

  test('says for what the results are where a word was mistyped, and leads to those for what was typed', async () => {
    const html = await page('/search?q=procurment');
    expect(html).toContain('Showing results for “<strong>procurement</strong>”');
    expect(html).toMatch(/href="\/search\?q=procurment&amp;exact=1"[^>]*>Search for “procurment” instead/);
    expect(html).toContain('Found 1 result(s) for &quot;procurment&quot;');
    expect(await page('/search?q=procurment&exact=1')).toContain('No posts found for &quot;procurment&quot;.');
    expect(await page('/search?q=procurement')).not.toContain('Showing results for “');
  });

  test('leads to the author who is named before their posts', async () => {
    const author = await insertAuthor(app.database.db, {
      name: 'Noor Haddad',
      email: 'noor@example.org',
      bio: '',
      avatar: null,
    });
    expect(await page('/search?q=noor')).not.toContain('href="/author/noor-haddad"');
    await app.post({ slug: 'by-noor', title: 'Quiet', authorId: author.id });
    const html = await page('/search?q=noor%20haddad');
    expect(html.indexOf('href="/author/noor-haddad"')).toBeLessThan(html.indexOf('href="/post/by-noor"'));
    expect((await ask(app.http, listAuthors, { query: { named: 'haddad' } })).body).toMatchObject([
      { slug: 'noor-haddad' },
    ]);
  });

  test('takes category and order from its address, as the form without JavaScript sends them', async () => {
    for (const [slug, day, categoryId] of [
      ['old', '01', 3],
      ['new', '02', 3],
      ['elsewhere', '03', 4],
    ] as const) {
      await app.post({
        slug: `kiln-${slug}`,
        content: 'kiln',
        categoryId,
        publishedAt: `2025-01-${day}T00:00:00.000Z`,
      });
    }
    const found = async (query: string) =>
      [...(await page(`/search?q=kiln&${query}`)).matchAll(/href="\/post\/kiln-(\w+)"/g)].map(([, slug]) => slug);
    expect(await found('category=&order=oldest')).toEqual(['old', 'new', 'elsewhere']);
    expect(await found('category=business&order=newest')).toEqual(['new', 'old']);
    expect(await found('category=nowhere&order=whatever')).toEqual([]);
    const html = await page('/search?q=kiln&category=business&order=newest');
    expect(html).toContain('<option value="business" selected="">Business</option>');
    expect(html).toContain('<option value="newest" selected="">Newest first</option>');
    expect(html).not.toContain('<option value="finance"');
    expect(html).toContain('<link rel="canonical" href="http://site.test/search"/>');
  });
});

test('what is written is found at once, what is deleted at once no more', async () => {
  const id = await app.post({ slug: 'new', content: 'A walrus' });
  expect(await slugs('walrus')).toEqual(['new']);
  await softDeletePost(app.database.db, id, NOW);
  expect(await slugs('walrus')).toEqual([]);
});

test('a hit shows the words in their place, escaped', async () => {
  const { body } = await search({ q: 'accesibility' });
  expect(body[0]?.snippet).toContain('something about <mark>accessibility</mark> this week');
});

test('what is not live is no hit, spelt right or wrong', async () => {
  expect(await slugs('rhubarb')).toEqual([]);
  expect(await slugs('rhubarv')).toEqual([]);
});

test('many searches at once are all answered', async () => {
  const answers = await Promise.all(typos.flatMap(([word]) => [slugs(word), slugs(word)]));
  expect(answers.map((found) => found[0])).toEqual(typos.flatMap(([word]) => [`about-${word}`, `about-${word}`]));
});
