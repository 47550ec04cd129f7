import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';
import { POST_PLACE } from './counted.ts';
import { type Span, type Subject, within, withinOf } from './spans.ts';

/** The readings of one day, or of one month. */
export interface ReadingSum {
  at: number;
  readings: number;
  /** The readings of posts. */
  posts: number;
  /** The readings of posts that reached the end. */
  ends: number;
  phones: number;
  tablets: number;
  computers: number;
}

const sums = sql`sum(phones + tablets + computers) as readings, sum(ends) as ends,
  sum(phones) as phones, sum(tablets) as tablets, sum(computers) as computers`;

/** The readings of the whole site, or of the posts of a subject; days without any have no row. */
export async function sumReadings(ex: Executor, span: Span, subject: Subject | null): Promise<ReadingSum[]> {
  const query =
    subject === null
      ? sql<ReadingSum>`select at, ${sums},
          sum(case place when ${POST_PLACE} then phones + tablets + computers else 0 end) as posts
        from statistics_places where ${within(span)} group by at order by at`
      : sql<ReadingSum>`select at, ${sums}, sum(phones + tablets + computers) as posts
        from statistics_posts where ${withinOf(span, subject)} group by at order by at`;
  return (await query.execute(ex)).rows;
}

/** How often each kind of page was opened; the most frequent first. */
export async function sumPlaces(ex: Executor, span: Span): Promise<{ place: string; readings: number }[]> {
  const query = sql<{ place: string; readings: number }>`
    select place, sum(phones + tablets + computers) as readings
    from statistics_places where ${within(span)} group by place order by readings desc, place`;
  return (await query.execute(ex)).rows;
}

export interface HostSum {
  /** Empty for "others". */
  host: string;
  readings: number;
}

/** The sites from which readers came, in no order. */
export async function sumHosts(ex: Executor, span: Span, subject: Subject | null): Promise<HostSum[]> {
  const rows = subject === null ? within(span) : withinOf(span, subject);
  const query = sql<HostSum>`
    select host, sum(readings) as readings from statistics_referrers where ${rows} group by host`;
  return (await query.execute(ex)).rows;
}
