import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';

/** Words that were searched for. */
export interface SearchSum {
  /** Empty for "others". */
  words: string;
  asked: number;
  /** The last day of such a search, in days since 1970. */
  lastDay: number;
}

/**
 * The words searched for in a span of days, both ends included, with or without results; the most frequent first,
 * "others" last.
 */
export async function sumSearches(
  ex: Executor,
  { from, to }: { from: number; to: number },
  hasFound: boolean,
  most: number,
): Promise<SearchSum[]> {
  const query = sql<SearchSum>`
    select words, sum(asked) as asked, max(day) as lastDay from statistics_searches
    where day between ${from} and ${to} and has_found = ${hasFound ? 1 : 0}
    group by words order by words = '', asked desc, lastDay desc, words limit ${most}`;
  return (await query.execute(ex)).rows;
}

/** An address that was not found. */
export interface MissingSum {
  /** Empty for "others", '*' for the addresses that robots try. */
  path: string;
  asked: number;
  /** The number of requests that came from a link on the site's own pages. */
  ownAsked: number;
  lastDay: number;
  /** The sites with a link to the address, most requests first, separated by commas; null when none is known. */
  hosts: string | null;
  /** Whether the owner has set a redirect from the address by now. */
  isLed: 0 | 1;
}

/**
 * The addresses not found that were requested in a span of days, both ends included; the most frequent first, those
 * without a name last.
 */
export async function sumMissing(
  ex: Executor,
  { from, to }: { from: number; to: number },
  most: number,
): Promise<MissingSum[]> {
  const query = sql<MissingSum>`
    with by_host as (
      select path, host, sum(asked) as asked, max(day) as last_day from statistics_missing
      where day between ${from} and ${to} group by path, host
    )
    select path, sum(asked) as asked, max(last_day) as lastDay,
      sum(case host when 'own' then asked else 0 end) as ownAsked,
      group_concat(case when host in ('', 'own') then null else host end, ',' order by asked desc, host) as hosts,
      exists (select 1 from path_redirects r where r.path = by_host.path) as isLed
    from by_host group by path
    order by path in ('', '*'), asked desc, lastDay desc, path limit ${most}`;
  return (await query.execute(ex)).rows;
}
