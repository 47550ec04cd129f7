import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';

/** Words that were searched for. */
export interface SearchSum {
  /** Empty for the others. */
  words: string;
  asked: number;
  /** The last day, counted since 1970. */
  lastDay: number;
}

/** What was searched for on days from one to another, both with it, and found or not; most first, the others last. */
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

/** An address at which there was nothing. */
export interface MissingSum {
  /** Empty for the others, '*' for what robots try. */
  path: string;
  asked: number;
  /** How often by a link on our own pages. */
  ownAsked: number;
  lastDay: number;
  /** The sites with a link to it, most first, with commas between; null where none is known. */
  hosts: string | null;
  /** Whether the owner leads on from there by now. */
  isLed: 0 | 1;
}

/** Addresses with nothing that were asked for on days from one to another, both with it; most first, those without a name last. */
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
