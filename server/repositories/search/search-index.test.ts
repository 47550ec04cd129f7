import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenDatabase, openReader } from '#server/db/open.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { runsOf } from '#tests/share.ts';
import { insertAuthor } from '../authors.ts';
import { HOUR, makePost, NOW, openBlog } from '../blog-fixture.ts';
import { softDeletePost } from '../posts/post-bin.ts';
import { mergeTags, renameTag } from '../tags.ts';
import { createSearch, type SearchRequest } from './search-index.ts';

let blog: OpenDatabase;
let run: ReturnType<typeof createSearch>;
beforeEach(async () => {
  blog = await openBlog();
  run = createSearch(blog.sqlite);
});
afterEach(() => blog.close());

const search = (query: string, request: Partial<SearchRequest> = {}) =>
  run({ query, now: NOW, limit: 50, offset: 0, ...request });
const make = (fields: Partial<PostFields>) => makePost(blog, fields);
const ids = (query: string, request: Partial<SearchRequest> = {}) => search(query, request).hits.map((hit) => hit.id);

describe('what is found', () => {
  test('every word must occur, anywhere in title, excerpt, tags or text', async () => {
    const { id } = await make({ title: 'Sourdough', excerpt: 'A starter', tags: ['Rye'], content: 'Flour and water' });
    await make({ title: 'Sourdough only' });
    expect(ids('sourdough starter rye flour')).toEqual([id]);
    expect(search('sourdough').total).toBe(2);
    expect(search('sourdough absent')).toEqual({ hits: [], total: 0, meant: null });
  });

  test('the last word may be a beginning, the others not; a space ends a word', async () => {
    const { id } = await make({ content: 'technology gardening' });
    expect(ids('garden')).toEqual([id]);
    expect(ids('technology gard')).toEqual([id]);
    expect(ids('tech gardening')).toEqual([]);
    expect(ids('gard ')).toEqual([]);
  });

  test('one letter at the end is a word of its own', async () => {
    const { id } = await make({ content: 'vitamin c daily' });
    await make({ content: 'vitamin complex' });
    expect(ids('vitamin c')).toEqual([id]);
  });

  test('case and diacritics do not matter, composed or not', async () => {
    const { id } = await make({ title: 'Crème Brûlée à Málaga' });
    for (const query of ['creme brulee', 'CRÈME BRÛLÉE', 'cre\u0300me', 'malaga', 'Ma\u0301laga']) {
      expect(ids(query), query).toEqual([id]);
    }
  });

  test('other scripts are found, the Turkish İ too', async () => {
    const { id } = await make({ title: 'İstanbul Привет мир 日本語の記事 Ωμέγα', content: '🎉 C++' });
    for (const query of ['İstanbul', 'istanbul', 'привет', 'МИР', '日本語', 'ΩΜΈΓΑ', 'C++']) {
      expect(ids(query), query).toEqual([id]);
    }
  });

  test('a word in the title counts for more than one in the text', async () => {
    const text = await make({ title: 'Other', content: 'kettle kettle kettle' });
    const title = await make({ title: 'The kettle', content: 'nothing of it here' });
    expect(ids('kettle')).toEqual([title.id, text.id]);
  });

  test('tags are found by their new name once renamed or merged', async () => {
    const { id, tagList } = await make({ tags: ['Gardning'] });
    const other = await make({ tags: ['Yard'] });
    await renameTag(blog.db, tagList[0]?.id ?? 0, 'Gardening', NOW);
    expect([ids('gardening'), ids('gardning ')]).toEqual([[id], [id]]);
    expect(
      blog.sqlite.prepare("select count(*) from post_search where post_search match 'gardning'").pluck().get(),
    ).toBe(0);
    await mergeTags(blog.db, other.tagList[0]?.id ?? 0, tagList[0]?.id ?? 0, NOW);
    expect(ids('gardening').sort()).toEqual([id, other.id]);
    expect(ids('yard')).toEqual([]);
  });
});

describe('who finds what', () => {
  test('drafts, scheduled and deleted posts are in no hit, no total and no snippet', async () => {
    const { id } = await make({ content: 'secret plan' });
    await make({ content: 'secret draft', published: false });
    await make({ content: 'secret future', publishedAt: new Date(NOW + HOUR).toISOString() });
    const gone = await make({ content: 'secret past' });
    await softDeletePost(blog.db, gone.id, NOW);
    expect(search('secret')).toMatchObject({ hits: [{ id, snippet: '<mark>secret</mark> plan' }], total: 1 });
    expect(search('draft').total).toBe(0);
    expect(search('secret', { now: NOW + HOUR }).total).toBe(2);
  });

  test('the second try finds nothing that is not live either', async () => {
    await make({ content: 'confidential', published: false });
    expect(search('confidentiel')).toEqual({ hits: [], total: 0, meant: null });
  });
});

test('in the scope of all, drafts, scheduled and deleted posts are found, misspelt too; ids can be had alone', async () => {
  await make({ content: 'secret plan' });
  await make({ content: 'secret draft', published: false });
  await make({ content: 'secret future', publishedAt: new Date(NOW + HOUR).toISOString() });
  const gone = await make({ content: 'secret elephant' });
  await softDeletePost(blog.db, gone.id, NOW);
  expect(search('secret', { scope: 'all' }).total).toBe(4);
  const mistyped = search('secrat elephant', { scope: 'all', isWithoutTexts: true });
  expect(mistyped).toEqual({ hits: [{ id: gone.id, snippet: '', title: '' }], total: 1, meant: 'secret elephant' });
});

describe('pages', () => {
  test('offset and limit cut one ranked list; the total is of the whole', async () => {
    for (let number = 0; number < 7; number += 1) await make({ content: `pepper ${'salt '.repeat(number)}` });
    const whole = ids('pepper');
    const paged = [0, 3, 6, 9].flatMap((offset) => {
      const page = search('pepper', { limit: 3, offset });
      expect(page.total).toBe(7);
      return page.hits.map((hit) => hit.id);
    });
    expect(paged).toEqual(whole);
  });

  test('what is in more posts than are ranked: titles and tags first, then the rest, newest first, each once', () => {
    const { sqlite } = blog;
    sqlite.exec(`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 20100)
      insert into blog_posts (title, slug, excerpt, content, body, category_id, author_id, read_time, published, published_at, created_at, updated_at)
      select iif(i % 5000 = 0, 'Common', 'x'), 's' || i, '', '', 'common', 1, 1, 1, i <> 20100,
        '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z' from n`);
    expect(search('common').total).toBe(20_099);
    const first = ids('common', { limit: 6 });
    expect(first).toEqual([20_000, 15_000, 10_000, 5000, 20_099, 20_098]);
    expect(ids('common', { limit: 3, offset: 3 })).toEqual([5000, 20_099, 20_098]);
    expect(ids('common', { limit: 2, offset: 5 })).toEqual([20_098, 20_097]);
    expect(ids('common', { limit: 50, offset: 20_090 })).toHaveLength(9);
  });
});

describe('one typing error is forgiven where nothing is found', () => {
  beforeEach(() => make({ title: 'Government microservices', content: 'Привет gardening Málaga ωμέγα æther' }));

  test.each([
    ['goverment', 'a letter missing'],
    ['governnment', 'a letter too much'],
    ['govermnent', 'two transposed'],
    ['governmemt', 'a wrong letter'],
    ['overnment', 'the first missing'],
    ['hovernment', 'the first wrong'],
    ['mircoservices goverment', 'one in each of two words'],
    ['gradeni', 'in a beginning'],
    ['malgaa', 'and a diacritic too'],
    ['превет', 'in Cyrillic'],
    ['ωμεγα', 'a Greek accent'],
    ['æhter', 'a letter of no alphabet of ours'],
  ])('%s (%s)', (query) => {
    expect(search(query).total).toBe(1);
  });

  test.each(['gvrnment', 'xyzzy', 'gob'])('two errors, other words and short ones are not: %s', (query) => {
    expect(search(query).total).toBe(0);
  });

  test('a query that finds something is taken at its word', async () => {
    const { id } = await make({ title: 'Goverment with a typo' });
    expect(ids('goverment')).toEqual([id]);
  });

  test('a whole word is meant sooner than the beginning of another, and finds what it finds spelt right', async () => {
    await make({ content: 'A destination' });
    for (const content of ['Design', 'A design', 'Two designs']) await make({ content });
    expect(ids('desgin')).toHaveLength(3);
    expect(ids('desgin')).toEqual(ids('design'));
    expect(ids('destinaton')).toHaveLength(1);
  });

  test('a meaning in a title or tag comes before a rarer one in a text, on every page of the list', async () => {
    const rare = await make({ content: 'device device device' });
    const meant = [];
    for (let number = 0; number < 4; number += 1) meant.push(await make({ title: `Service ${number}` }));
    meant.push(await make({ tags: ['Service'] }));
    const found = ids('sevice');
    expect([[...found].sort(), found.at(-1)]).toEqual([[rare, ...meant].map(({ id }) => id).sort(), rare.id]);
    expect([0, 2, 4, 6].flatMap((offset) => ids('sevice', { limit: 2, offset }))).toEqual(found);
  });

  test('the answer says what the query was taken for: what most of the posts found have', async () => {
    await make({ content: 'A device' });
    for (const title of ['Service one', 'Service two']) await make({ title });
    expect(search('sevice').meant).toBe('service');
    expect(search('sevice one').meant).toBe('service one');
    expect([search('service').meant, search('serwice absent').meant]).toEqual([null, null]);
  });

  test('nothing is forgiven where the query is to be taken at its word', async () => {
    await make({ title: 'Service' });
    expect(search('sevice', { isExact: true })).toEqual({ hits: [], total: 0, meant: null });
  });

  test('the forgiven word is marked as it stands in the text', async () => {
    await make({ content: 'About gardening <b>today</b>' });
    expect(search('gardenning today').hits[0]?.snippet).toBe(
      'About <mark>gardening</mark> &lt;b&gt;<mark>today</mark>&lt;/b&gt;',
    );
  });
});

describe('an author’s name', () => {
  let mara: number;
  beforeEach(async () => {
    mara = (await insertAuthor(blog.db, { name: 'Mara Lindqvist', email: 'mara@example.org', bio: '', avatar: null }))
      .id;
  });

  test('finds their posts, behind those that say it', async () => {
    const hers = await make({ title: 'Bread', authorId: mara });
    const said = await make({ title: 'A talk with Mara Lindqvist' });
    for (const query of ['Mara Lindqvist', 'lindqvist mara', 'lindq']) {
      expect(ids(query), query).toEqual([said.id, hers.id]);
      expect(search(query).total, query).toBe(2);
      expect([0, 1, 2].flatMap((offset) => ids(query, { limit: 1, offset }))).toEqual([said.id, hers.id]);
    }
    expect(search('Mara Bread').total).toBe(0);
  });

  test('finds each post once, and none that is not live', async () => {
    const { id } = await make({ title: 'Mara Lindqvist', authorId: mara });
    await make({ authorId: mara, published: false });
    expect(search('mara')).toMatchObject({ hits: [{ id }], total: 1 });
  });
});

describe('order and category', () => {
  const days = [3, 1, 2];

  test('newest and oldest go by the date of publication, on every page', async () => {
    const made = [];
    for (const day of days) made.push(await make({ content: 'pepper', publishedAt: `2025-01-0${day}T00:00:00.000Z` }));
    const [third, first, second] = made.map(({ id }) => id);
    expect(ids('pepper', { order: 'newest' })).toEqual([third, second, first]);
    expect(ids('pepper', { order: 'oldest' })).toEqual([first, second, third]);
    expect([0, 2].flatMap((offset) => ids('pepper', { order: 'oldest', limit: 2, offset }))).toEqual([
      first,
      second,
      third,
    ]);
  });

  test('with a category only its posts are found and counted; one that does not exist has none', async () => {
    const { id } = await make({ content: 'pepper', categoryId: 2 });
    await make({ content: 'pepper', categoryId: 1 });
    for (const order of ['relevance', 'newest'] as const) {
      expect(search('pepper', { category: 'lifestyle', order })).toMatchObject({ hits: [{ id }], total: 1 });
      expect(search('pepper', { category: 'nowhere', order })).toEqual({ hits: [], total: 0, meant: null });
    }
  });
});

describe('titles', () => {
  test('come with the words marked, escaped; without any they are left to whoever shows them', async () => {
    await make({ title: 'A <b> needle', content: 'needle' });
    await make({ title: 'Hay', content: 'needle' });
    expect(search('needle').hits.map((hit) => hit.title)).toEqual(['A &lt;b&gt; <mark>needle</mark>', '']);
  });
});

describe('snippets', () => {
  test('are escaped HTML round the match', async () => {
    await make({ content: `<script>alert("1")</script> & 'needle' <img src=x onerror=y>` });
    const snippet = search('needle').hits[0]?.snippet ?? '';
    expect(snippet).toContain('&#39;<mark>needle</mark>&#39;');
    expect(snippet.replace(/<\/?mark>/g, '')).not.toMatch(/[<>"']/);
  });

  test('come from the excerpt when the text does not hold the word', async () => {
    await make({ title: 'Teapot', excerpt: 'The best teapot', content: 'Porcelain' });
    expect(search('teapot').hits[0]?.snippet).toBe('The best <mark>teapot</mark>');
  });

  test('are cut out of long texts', async () => {
    await make({ content: `${'lorem '.repeat(5000)} needle ${'ipsum '.repeat(5000)}` });
    const snippet = search('needle').hits[0]?.snippet ?? '';
    expect(snippet).toMatch(/^…lorem .*<mark>needle<\/mark> .*ipsum…$/);
    expect(snippet.length).toBeLessThan(400);
  });
});

describe('any input is a query and none an error', () => {
  beforeEach(() => make({ title: 'a needle', content: 'title body not and or near' }));

  test.each([
    '',
    ' ',
    '"',
    '""',
    '"needle',
    'needle"',
    '*',
    '* *',
    'needle*',
    '*needle',
    'NEAR(',
    'NEAR(a needle, 5)',
    '-',
    '-needle',
    '- needle',
    'title:needle',
    '{title} : needle',
    'post_search',
    'AND',
    'OR',
    'NOT',
    'AND OR NOT',
    'needle AND',
    'NOT needle',
    '(',
    '((needle)',
    ')',
    '^needle',
    'a + b',
    "'; drop table blog_posts; --",
    "' union select * from admin_users",
    '\u0000',
    'needle\u0000',
    '\ud800',
    '\udc00needle',
    '\ufffe',
    '\u0301\u0301',
    '🎉',
    '👨‍👩‍👧',
    'İ',
    'ı',
    '\u202eneedle',
    '%',
    '\\',
    ':now',
    '?',
    '@now $now',
    'x'.repeat(10_240),
    'needle '.repeat(1500),
    '"'.repeat(10_240),
    '('.repeat(10_240),
    'ñ'.repeat(10_240),
    '\u0301'.repeat(10_240),
    '🎉'.repeat(5000),
    '日'.repeat(10_240),
  ])('%j', (query) => {
    const { hits, total } = search(query);
    expect(hits.length).toBe(total);
  });

  test('operators are ordinary words', async () => {
    expect(search('title AND body').total).toBe(1);
    expect(search('needle NOT body').total).toBe(1);
    expect(search('body OR absent').total).toBe(0);
  });

  test('random text of every kind', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string()), (query) => {
        const { hits, total } = search(query);
        expect(hits.length).toBe(total);
      }),
      { seed: 20250601, numRuns: runsOf(500, 50) },
    );
  });

  test('random arrangements of the search language', () => {
    const piece = fc.constantFrom(
      '"',
      '*',
      '(',
      ')',
      '-',
      '+',
      '^',
      ':',
      '{',
      '}',
      'AND',
      'OR',
      'NOT',
      'NEAR',
      'title',
      'a',
      ' ',
      ',',
      '5',
      "'",
      '\u0000',
      '\ud800',
      'é',
      '\u0301',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        search(pieces.join(''));
      }),
      { seed: 20250601, numRuns: runsOf(500, 50) },
    );
  });
});

test('a connection of its own that can only read finds what was committed since it was opened', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-search-'));
  const file = path.join(folder, 'ninefold.db');
  const other = await openBlog(file);
  const reader = openReader(file);
  const fromReader = createSearch(reader);
  const { id } = await makePost(other, { title: 'Lighthouse' });
  const request = { now: NOW, limit: 5, offset: 0 };
  expect(fromReader({ ...request, query: 'lighthouse' }).hits).toMatchObject([{ id }]);
  expect(fromReader({ ...request, query: 'lighthuose' }).total).toBe(1);
  reader.close();
  await other.close();
  rmSync(folder, { recursive: true });
});
