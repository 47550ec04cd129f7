import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pagingQuery, queryFlag } from './fields.ts';
import { postSummary } from './posts/post.ts';

/** The number of characters of a query that are used. The rest is cut off, not refused: any input is a query. */
export const MAX_QUERY_LENGTH = 500;

/**
 * Of a query given twice, the first counts; NUL would end it early in SQLite; a cut must not leave half a character
 * behind.
 */
const asQuery = (value: string | string[]) =>
  (typeof value === 'string' ? value : (value[0] ?? ''))
    .slice(0, MAX_QUERY_LENGTH)
    .toWellFormed()
    .replaceAll('\u0000', ' ');

/** The orders of a list of hits; the first is the default. */
const searchOrders = ['relevance', 'newest', 'oldest'] as const;
export type SearchOrder = (typeof searchOrders)[number];

/** A post and the parts of it that matched. Both texts are HTML: `<mark>` around the words, everything else escaped. */
const searchHit = postSummary
  .extend({
    /** The part of its text that matched. */
    snippet: z.string(),
    /** Its title with the matches marked; "" where the title contains none. */
    markedTitle: z.string().default(''),
    /** The corrected query, the same for all hits, where a typing error was forgiven; else null. */
    meant: z.string().nullable().default(null),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.output<typeof searchHit>;

export const searchPosts = endpoint({
  name: 'searchPosts',
  method: 'GET',
  path: '/api/search',
  access: 'public',
  token: 'read',
  summary:
    'Live posts that match or whose author is named, best first, at most 50 a page; a blank query matches none. X-Total-Count is the total',
  query: pagingQuery.extend({
    q: z
      .union([z.string(), z.array(z.string())])
      .default('')
      .transform(asQuery),
    limit: z.coerce.number<string | number>().int().min(1).max(50).optional(),
    /** The slug of the only category to search in. */
    category: z.string().max(300).optional(),
    order: z.enum(searchOrders).optional(),
    /** Takes the query literally: no typing error is forgiven. */
    exact: queryFlag.optional(),
  }),
  response: z.array(searchHit),
  errors: ['rate_limited'],
});
