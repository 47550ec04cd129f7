import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';

/**
 * Deletes rows of the days before `before`, at most `most` of each table; the months keep their sums. Returns whether
 * there may be more.
 */
export async function forgetStatisticsDays(ex: Executor, before: number, most: number): Promise<boolean> {
  let mayBeMore = false;
  const deletions = [
    sql`delete from statistics_places where (unit, at, place) in
      (select unit, at, place from statistics_places where unit = 0 and at < ${before} limit ${most})`,
    sql`delete from statistics_posts where (unit, at, post_id) in
      (select unit, at, post_id from statistics_posts where unit = 0 and at < ${before} limit ${most})`,
    sql`delete from statistics_referrers where (unit, at, post_id, host) in
      (select unit, at, post_id, host from statistics_referrers where unit = 0 and at < ${before} limit ${most})`,
    sql`delete from statistics_searches where (day, words, has_found) in
      (select day, words, has_found from statistics_searches where day < ${before} limit ${most})`,
    sql`delete from statistics_missing where (day, path, host) in
      (select day, path, host from statistics_missing where day < ${before} limit ${most})`,
  ];
  for (const deletion of deletions) {
    const { numAffectedRows = 0n } = await deletion.execute(ex);
    if (Number(numAffectedRows) >= most) mayBeMore = true;
  }
  return mayBeMore;
}
