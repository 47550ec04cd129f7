import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParam } from './fields.ts';

/**
 * The kinds of pages that are not posts, as the first part of their address; that of the home page is empty, landing
 * pages have others.
 */
export const pageKinds = [
  'home',
  'category',
  'tag',
  'author',
  'archive',
  'search',
  'about',
  'contact',
  'follow',
  'privacy',
  'terms',
  'landing',
] as const;
export type PageKind = (typeof pageKinds)[number];

/**
 * The site that a reader claims to come from: a name, never an address on it. Any text is accepted; a text that is no
 * name counts as none.
 */
export const fromField = z.string().max(300).optional();

export const countPageView = endpoint({
  name: 'countPageView',
  method: 'POST',
  path: '/api/pages/:page/view',
  access: 'public',
  fromPublished: true,
  summary:
    'Counts the opening of a page that is no post, once a reader, kind of page and day; other pages are not counted',
  /** The first part of the page's address, or `home`. */
  params: z.object({ page: z.string().max(2000) }),
  query: z.object({ from: fromField }),
  errors: ['rate_limited'],
});

/**
 * The period: this many days up to and including today, or this many months up to and including the current one, all in
 * UTC. Each period is compared with the same number of days or months before it.
 */
export const ranges = ['7d', '30d', '90d', '12m', '5y'] as const;
export type StatisticsRange = (typeof ranges)[number];

const rangeFields = { range: z.enum(ranges).default('30d') };

/** The posts that count; without any of these fields, the whole site. The first field that is given wins. */
const subjectFields = { post: idParam.optional(), category: idParam.optional(), tag: idParam.optional() };

const asked = z.object({ ...rangeFields, ...subjectFields });
export type StatisticsAsked = z.output<typeof asked>;

/** A UTC day, "2026-11-25". */
const utcDay = z.iso.date();
/** A UTC day or month, "2026-11-25" or "2026-11". */
const utcTime = z.string().regex(/^\d{4}-\d{2}(-\d{2})?$/);

const statisticsPeriod = z
  .object({
    unit: z.enum(['day', 'month']),
    /** The first and the last day of the period. */
    from: utcDay,
    to: utcDay,
    beforeFrom: utcDay,
    beforeTo: utcDay,
  })
  .meta({ id: 'StatisticsPeriod' });
export type StatisticsPeriod = z.output<typeof statisticsPeriod>;

const readingSum = z.object({
  /** Pages that were opened, posts included. */
  readings: z.int(),
  /** The readings that were of posts. */
  posts: z.int(),
  /** The readings of posts that reached the end. */
  ends: z.int(),
  phones: z.int(),
  tablets: z.int(),
  computers: z.int(),
});
export type ReadingSum = z.output<typeof readingSum>;

export const getReadings = endpoint({
  name: 'getReadings',
  method: 'GET',
  path: '/api/statistics/readings',
  token: 'read',
  summary: 'Readings by UTC day or month, with those of the time before; never of a person',
  query: asked,
  response: z
    .object({
      period: statisticsPeriod,
      /**
       * Every day or month of the period in order, also those without readings, each with the readings of the
       * corresponding day or month of the previous period.
       */
      times: z.array(readingSum.pick({ readings: true, ends: true }).extend({ at: utcTime, before: z.int() })),
      total: readingSum,
      before: readingSum,
      /** The kinds of pages, the most read first; for the whole site only. */
      pages: z.array(z.object({ page: z.enum(['post', ...pageKinds]), readings: z.int() })),
    })
    .meta({ id: 'Readings' }),
});

/** The most posts in a list. */
export const MOST_READ_POSTS = 500;

const readPost = z
  .object({
    id: z.int(),
    /** Null for a post that is gone. */
    title: z.string().nullable(),
    slug: z.string().nullable(),
    categoryId: z.int().nullable(),
    readings: z.int(),
    before: z.int(),
    ends: z.int(),
  })
  .meta({ id: 'ReadPost' });
export type ReadPost = z.output<typeof readPost>;

export const listReadPosts = endpoint({
  name: 'listReadPosts',
  method: 'GET',
  path: '/api/statistics/posts',
  token: 'read',
  summary: 'The posts that were read most',
  query: asked.extend({ limit: z.coerce.number<string | number>().int().min(1).max(MOST_READ_POSTS).default(20) }),
  response: z.array(readPost),
});

export const getReferrers = endpoint({
  name: 'getReferrers',
  method: 'GET',
  path: '/api/statistics/referrers',
  token: 'read',
  summary: 'The sites readers came from, by name alone',
  query: asked,
  response: z
    .object({
      /** The first day with data: data on single posts are kept for 400 days. */
      from: utcDay,
      /** The most frequent first. `host` is null for all that came after the day's limit of names was reached. */
      hosts: z.array(z.object({ host: z.string().nullable(), readings: z.int(), before: z.int() })),
      /** Readings that named no other site. */
      unnamed: z.int(),
    })
    .meta({ id: 'Referrers' }),
});

const askedWords = z.object({
  /** Null for all that came after the day's limit of words was reached. */
  words: z.string().nullable(),
  asked: z.int(),
  last: utcDay,
});

export const getSearches = endpoint({
  name: 'getSearches',
  method: 'GET',
  path: '/api/statistics/searches',
  token: 'read',
  summary: 'What readers searched for and did not find, and what they found; of the last 400 days at the most',
  query: z.object(rangeFields),
  response: z.object({ missed: z.array(askedWords), found: z.array(askedWords) }).meta({ id: 'Searches' }),
});

const missingPage = z
  .object({
    /**
     * `others`: all that came after the day's limit of addresses was reached. `probes`: addresses that robots try on
     * every server.
     */
    kind: z.enum(['page', 'others', 'probes']),
    /** Empty where the kind is not `page`. */
    path: z.string(),
    asked: z.int(),
    /** How often a link on this site's own pages led there. */
    ownAsked: z.int(),
    /** The sites that link to the address, the most frequent first, at most five. */
    hosts: z.array(z.string()),
    last: utcDay,
    /** Whether a redirect from the address exists by now. */
    isLed: z.boolean(),
  })
  .meta({ id: 'MissingPage' });
export type MissingPage = z.output<typeof missingPage>;

export const listMissingPages = endpoint({
  name: 'listMissingPages',
  method: 'GET',
  path: '/api/statistics/missing',
  token: 'read',
  summary: 'Addresses at which readers found nothing; of the last 400 days at the most',
  query: z.object(rangeFields),
  response: z.array(missingPage),
});

const nicheSum = z.object({ id: z.int(), name: z.string(), readings: z.int(), before: z.int(), ends: z.int() });
const categoryNiche = nicheSum
  .extend({
    color: z.string(),
    /** The posts that are in the category now. */
    posts: z.int(),
    drafts: z.int(),
    /** Calls of AI for the category in this period. */
    calls: z.int(),
    /** Null where there was no call, or no price was known. */
    costUsd: z.number().nullable(),
  })
  .meta({ id: 'CategoryNiche' });
export type CategoryNiche = z.output<typeof categoryNiche>;

export const getNiches = endpoint({
  name: 'getNiches',
  method: 'GET',
  path: '/api/statistics/niches',
  token: 'read',
  summary: 'Readings by category and tag, and beside them what a category has cost and holds',
  query: z.object(rangeFields),
  response: z
    .object({
      /** Every category, the most read first. */
      categories: z.array(categoryNiche),
      /** The hundred most read tags. */
      tags: z.array(nicheSum),
      /** Calls and cost of AI that belong to no category. */
      unfiled: z.object({ calls: z.int(), costUsd: z.number().nullable() }),
      /** Readings of posts that are gone. */
      gone: z.int(),
    })
    .meta({ id: 'Niches' }),
});

export const getFollowers = endpoint({
  name: 'getFollowers',
  method: 'GET',
  path: '/api/statistics/followers',
  token: 'read',
  summary: 'Who follows by e-mail, in numbers',
  query: z.object(rangeFields),
  response: z
    .object({
      /** `mails`: mails of letters that the mail server accepted, counted at the time their letter began. */
      times: z.array(z.object({ at: utcTime, joined: z.int(), left: z.int(), total: z.int(), mails: z.int() })),
      total: z.int(),
      /** The number at the end of the previous period. */
      before: z.int(),
    })
    .meta({ id: 'Followers' }),
});

/** The tables that can be downloaded as a file. */
const statisticsTables = [
  'readings',
  'devices',
  'pages',
  'posts',
  'referrers',
  'categories',
  'tags',
  'searches-missed',
  'searches-found',
  'missing',
  'followers',
] as const;
export type StatisticsTable = (typeof statisticsTables)[number];

export const downloadStatistics = endpoint({
  name: 'downloadStatistics',
  method: 'GET',
  path: '/api/statistics/tables/:table',
  token: 'read',
  summary: 'One table as CSV (RFC 4180), with a first line of names',
  params: z.object({ table: z.enum(statisticsTables) }),
  query: asked,
  stream: 'text/csv',
});
