import { sql } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { isSuppressed } from './suppressed.ts';

/** The number of subscribers in each state. */
export async function countSubscribers(ex: Executor) {
  const { following } = await ex
    .selectFrom('newsletter_subscribers')
    .where('subscribed', '=', 1)
    .select(({ fn }) => fn.countAll<number>().as('following'))
    .executeTakeFirstOrThrow();
  const { suppressed, ended } = await ex
    .selectFrom('newsletter_subscribers as s')
    .where('s.subscribed', '=', 0)
    .select([
      sql<number>`coalesce(sum(${isSuppressed()}), 0)`.as('suppressed'),
      sql<number>`coalesce(sum(not ${isSuppressed()}), 0)`.as('ended'),
    ])
    .executeTakeFirstOrThrow();
  return { following, ended, suppressed };
}

const month = (column: 'created_at' | 'ended_at') => sql<string>`substr(${sql.ref(column)}, 1, 7)`;

/**
 * The numbers of subscriptions that began and ended in each month from `since` (milliseconds since 1970) on, by month:
 * "2025-07".
 */
export async function changesByMonth(ex: Executor, since: number) {
  const byMonth = async (column: 'created_at' | 'ended_at') => {
    const rows = await ex
      .selectFrom('newsletter_subscribers')
      .where(column, '>=', isoTime(since))
      .groupBy(month(column))
      .select(({ fn }) => [month(column).as('month'), fn.countAll<number>().as('count')])
      .execute();
    return new Map(rows.map(({ month, count }) => [month, count]));
  };
  return { begun: await byMonth('created_at'), ended: await byMonth('ended_at') };
}
