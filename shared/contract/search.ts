import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pagingQuery } from './fields.ts';
import { postSummary } from './posts.ts';

/** Characters of a query that are looked at. The rest is cut off, not refused: any input is a query. */
export const MAX_QUERY_LENGTH = 500;

/** A query given twice counts once; NUL would end it early in SQLite; a cut must not leave half a character behind. */
const asQuery = (value: string | string[]) =>
  (typeof value === 'string' ? value : (value[0] ?? ''))
    .slice(0, MAX_QUERY_LENGTH)
    .toWellFormed()
    .replaceAll('\u0000', ' ');

/** A post and the piece of its text that matched: HTML, `<mark>` round the words, everything else escaped. */
export const searchHit = postSummary.extend({ snippet: z.string() }).meta({ id: 'SearchHit' });
export type SearchHit = z.output<typeof searchHit>;

export const searchPosts = endpoint({
  name: 'searchPosts',
  method: 'GET',
  path: '/api/search',
  access: 'public',
  summary:
    'Live posts that match, best first, at most 50 a page; a blank query matches none. X-Total-Count is the total',
  query: pagingQuery.extend({
    q: z
      .union([z.string(), z.array(z.string())])
      .default('')
      .transform(asQuery),
    limit: z.coerce.number<string | number>().int().min(1).max(50).optional(),
  }),
  response: z.array(searchHit),
  errors: ['rate_limited'],
});
