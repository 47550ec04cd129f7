import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneConnectionDialect } from '#server/db/dialect.ts';
import { isoTime } from '#server/db/live.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findAuthorBySlug, liveAuthorSlugs } from '../authors.ts';
import { DAY, NOW, openEmpty } from '../blog-fixture.ts';
import { categoriesWithPosts, listCategories } from '../categories.ts';
import { embedsInUse } from '../embeds.ts';
import { listLiveTags } from '../tags.ts';
import { neighbours } from './live-lists.ts';
import { nextPending } from './pending-changes.ts';
import { postsOfSpan, queueOf, rhythmOfCategories } from './post-calendar.ts';
import { livePostsToShare } from './post-cards.ts';
import { nextDuePost } from './post-events.ts';
import { archiveMonths, listPosts, liveAddresses, type PostFilter } from './post-lists.ts';
import { relatedPosts } from './post-related.ts';
import { listSeries, seriesOf } from './post-series.ts';
import { findBySlug, takenSlugs } from './posts.ts';

// 10,000 posts are quick when no list reads or sorts all of them. SQLite's query plan tells whether a list does, with
// and without the statistics that ANALYZE leaves.

let blog: OpenDatabase;
const queries: string[] = [];

beforeAll(async () => {
  blog = openEmpty();
  const { sqlite } = blog;
  const count = 2000;
  sqlite.exec(`
    insert into authors (name, slug, email) values ('a', 'a', 'a@example.com'), ('b', 'b', 'b@example.com');
    insert into categories (name, slug, color, icon) select value, value, '', '' from json_each('["c0","c1","c2","c3"]');
    insert into tags (name, slug) select value, value from json_each('["t0","t1","t2"]');
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into blog_posts (title, slug, excerpt, content, category_id, author_id, read_time, published, featured, published_at, created_at, updated_at, deleted_at)
      select 'post ' || i, 's' || i, '', '', 1 + i % 4, 1 + i % 2, 1, i % 20 > 0, i % 10 = 0,
        strftime('%Y-%m-%dT%H:%M:%fZ', '2024-01-01', '+' || i || ' hours'), '${isoTime(0)}', '${isoTime(0)}',
        iif(i % 50 = 1, '${isoTime(0)}', null) from n;
    insert into post_tags select id, 1 + id % 3, 0 from blog_posts;
  `);
  const prepare = sqlite.prepare.bind(sqlite);
  Object.assign(sqlite, {
    prepare(sql: string) {
      queries.push(sql);
      return prepare(sql);
    },
  });
});
afterAll(() => blog.close());

/** A connection layer of its own for the queries, in which no statement is prepared yet. */
const fresh = () => new Kysely<Schema>({ dialect: oneConnectionDialect(blog.sqlite) });

/** SQLite's plan for each query that `run` makes. */
async function plansOf(run: (db: Executor) => Promise<unknown>): Promise<{ sql: string; steps: string[] }[]> {
  queries.length = 0;
  await run(fresh());
  return [...new Set(queries)].map((sql) => {
    const nothing = (sql.match(/\?/g) ?? []).map(() => null);
    const rows = blog.sqlite.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...nothing);
    return { sql, steps: rows.map((row) => row.detail) };
  });
}

/** The steps that read every post. */
const passes = (steps: string[]) => steps.filter((step) => /^SCAN p\b/.test(step));

const live = { kind: 'live', now: NOW } as const;
const all = { kind: 'all', now: NOW } as const;
const span = { from: isoTime(NOW), to: isoTime(NOW + 30 * DAY) };
const filters: [string, PostFilter][] = [
  ['live', { scope: live }],
  ['featured', { scope: live, featured: true }],
  ['latest', { scope: live, featured: false }],
  ['category', { scope: live, categorySlug: 'c1' }],
  ['latest of a category', { scope: live, categorySlug: 'c1', featured: false }],
  ['tag', { scope: live, tag: 't1' }],
  ['author', { scope: live, authorSlug: 'a' }],
  ['year', { scope: live, period: '2024' }],
  ['slug', { scope: all, slug: 's77' }],
  ['words', { scope: live, q: 'post' }],
  ['all of the owner', { scope: all }],
  ['drafts', { scope: all, status: 'draft' }],
  ['scheduled', { scope: all, status: 'scheduled' }],
  ['the bin', { scope: all, status: 'deleted' }],
  ['not live', { scope: all, published: false }],
];

describe.each([
  ['without statistics', ''],
  ['with statistics', 'analyze'],
])('%s', (_, analyze) => {
  beforeAll(() => blog.sqlite.exec(analyze));

  test.each(filters)('the list "%s" neither reads nor sorts all posts', async (_name, filter) => {
    const { next } = await listPosts(blog.db, { ...filter, limit: 12 });
    for (const cursor of [undefined, next ?? undefined]) {
      const plans = await plansOf((db) => listPosts(db, { ...filter, limit: 12, cursor }));
      expect(plans.length).toBeGreaterThan(0);
      for (const { sql, steps } of plans) {
        expect(passes(steps), sql).toEqual([]);
        if (sql.includes('cross join')) expect(steps, sql).toContain('SEARCH p USING INTEGER PRIMARY KEY (rowid=?)');
        if (sql.includes('"p"."id" desc')) expect(steps.join(), sql).not.toContain('TEMP B-TREE');
      }
    }
  });

  test('slugs that may be taken are looked up one by one', async () => {
    for (const { sql, steps } of await plansOf((db) => takenSlugs(db, ['s77', 's78'])))
      expect(steps, sql).toContain('SEARCH p USING INDEX blog_posts_slug (slug=?)');
  });

  test.each<[string, (db: Executor) => Promise<unknown>]>([
    ['post page', (db) => findBySlug(db, 's77', live)],
    ['neighbours', (db) => neighbours(db, 77, NOW)],
    ['related posts', (db) => relatedPosts(db, 77, NOW)],
    ['next due post', (db) => nextDuePost(db)],
    ['categories with their counts', (db) => listCategories(db, NOW)],
    ['categories with posts', (db) => categoriesWithPosts(db, NOW)],
    ['embeds in use', (db) => embedsInUse(db, NOW)],
    ['sitemap', (db) => liveAddresses(db, NOW)],
    ['authors of the sitemap', (db) => liveAuthorSlugs(db, NOW)],
    ['tags of the sitemap', (db) => listLiveTags(db, NOW)],
    ['an author with the number of posts', (db) => findAuthorBySlug(db, 'a', NOW)],
    ['archive', (db) => archiveMonths(db, NOW)],
    ['calendar', (db) => postsOfSpan(db, span, { limit: 9 })],
    ['calendar of a category', (db) => postsOfSpan(db, span, { category: 'c1', limit: 9 })],
    ['how long categories had nothing', (db) => rhythmOfCategories(db, span, NOW)],
    ['queue', (db) => queueOf(db, NOW, { limit: 9 })],
  ])('%s: no pass over all posts', async (_name, run) => {
    for (const { sql, steps } of await plansOf(run)) {
      expect(passes(steps), sql).toEqual([]);
      if (sql.includes('cross join')) expect(steps, sql).toContain('SEARCH p USING INTEGER PRIMARY KEY (rowid=?)');
    }
  });

  test('neighbours are one step in an index each, however many posts are newer or of the same moment', async () => {
    const [beside] = await plansOf((db) => neighbours(db, 77, NOW));
    const searches = beside?.steps.filter((step) => step.startsWith('SEARCH p '));
    // A condition that is not listed here would be tested row by row.
    const ends = searches?.map((step) => /category_id=\? AND (.*)\)$/.exec(step)?.[1]);
    expect(ends).toEqual([
      'published_at=? AND id<?',
      'published_at<?',
      'published_at=? AND id>?',
      'published_at>? AND published_at<?',
    ]);
  });

  test('the next pending change is the first of its index, however many posts there are', async () => {
    const [plan] = await plansOf((db) => nextPending(db));
    expect(plan?.steps).toEqual([
      expect.stringMatching(/^(SCAN|SEARCH) c USING INDEX pending_changes_due/),
      'SEARCH p USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
    expect(plan?.sql).toContain('limit');
  });

  test('posts to share are read a slice at a time, and never sorted', async () => {
    const slice = (db: Executor, before: { publishedAt: string; id: number } | null) =>
      livePostsToShare(db, NOW, { before, limit: 9 });
    for (const before of [null, { publishedAt: isoTime(NOW), id: 77 }]) {
      const [plan] = await plansOf((db) => slice(db, before));
      expect(passes(plan?.steps ?? [])).toEqual([]);
      expect(plan?.steps.join()).not.toContain('TEMP B-TREE');
    }
  });

  test('a series is read from its index alone', async () => {
    const post = { id: 77, seriesName: 'x', seriesNumber: 1, publishedAt: null };
    const [plan] = await plansOf((db) => seriesOf(db, post, NOW));
    expect(plan?.steps.join()).toContain('INDEX blog_posts_series (<expr>=?)');
    const [list] = await plansOf((db) => listSeries(db));
    expect(list?.steps.join()).toContain('INDEX blog_posts_series');
  });

  test('what a list says of featured pictures is read from an index alone', async () => {
    const plans = await plansOf((db) => listPosts(db, { scope: live, limit: 12 }));
    const steps = plans.flatMap((plan) => plan.steps).join();
    expect(steps).toContain('SEARCH w USING COVERING INDEX blog_posts_featured_image_words (id=?)');
    expect(steps).not.toContain('SEARCH w USING INTEGER PRIMARY KEY');
  });

  test('the sitemap reads no row, whose dates stand behind its long texts', async () => {
    const [plan] = await plansOf((db) => liveAddresses(db, NOW));
    expect(plan?.steps.join()).toContain('COVERING INDEX blog_posts_live_addresses');
  });
});
