import { setImmediate as turn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import type { Subject } from '#server/repositories/statistics/spans.ts';
import { namePosts } from '#server/repositories/statistics/sum-posts.ts';
import { type ReadingSum as StoredSum, sumPlaces, sumReadings } from '#server/repositories/statistics/sum-readings.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import {
  type getReadings,
  type getReferrers,
  pageKinds,
  type ReadingSum,
  type ReadPost,
  type StatisticsAsked,
} from '#shared/contract/statistics.ts';
import { dayText } from '#shared/kernel/utc-periods.ts';
import { daysOf, describePeriod, keptDaysOf, periodOf, timesOf, timeText } from './periods.ts';
import { hostSums, postSums } from './sum-in-parts.ts';

const PLACES = ['post', ...pageKinds] as const;

/** `now` in milliseconds since 1970, as in all functions here. */
export async function readings(
  db: Executor,
  asked: StatisticsAsked,
  now: number,
): Promise<AnswerOf<typeof getReadings>> {
  const period = periodOf(asked.range, now);
  const subject = subjectOf(asked);
  const sums = await sumReadings(db, period.span, subject);
  await turn();
  const earlier = await sumReadings(db, period.before, subject);
  const byTime = new Map(sums.map((sum) => [sum.at, sum]));
  const before = new Map(earlier.map((sum) => [sum.at, sum]));
  const shift = period.span.from - period.before.from;
  const places = subject === null ? await sumPlaces(db, period.span) : [];
  return {
    period: describePeriod(period),
    times: timesOf(period.span).map((at) => ({
      at: timeText(period.span, at),
      readings: byTime.get(at)?.readings ?? 0,
      ends: byTime.get(at)?.ends ?? 0,
      before: before.get(at - shift)?.readings ?? 0,
    })),
    total: totalOf(sums),
    before: totalOf(earlier),
    pages: places.flatMap(({ place, readings }) => {
      const page = PLACES.find((each) => each === place);
      return page ? [{ page, readings }] : [];
    }),
  };
}

export async function readPosts(
  db: Executor,
  asked: StatisticsAsked,
  { limit, now }: { limit: number; now: number },
): Promise<ReadPost[]> {
  const { span, before } = periodOf(asked.range, now);
  const subject = subjectOf(asked);
  const sums = [...(await postSums(db, span, subject)).values()];
  const most = sums.sort((a, b) => b.readings - a.readings || b.id - a.id).slice(0, limit);
  const earlier = await postSums(db, before, subject);
  const names = await namePosts(
    db,
    most.map(({ id }) => id),
  );
  return most.map(({ id, readings, ends }) => {
    const { title = null, slug = null, categoryId = null } = names.get(id) ?? {};
    return { id, title, slug, categoryId, readings, before: earlier.get(id)?.readings ?? 0, ends };
  });
}

export async function referrers(
  db: Executor,
  asked: StatisticsAsked,
  now: number,
): Promise<AnswerOf<typeof getReferrers>> {
  const { span, before } = periodOf(asked.range, now);
  const subject = subjectOf(asked);
  // For single posts only the days are kept.
  const [here, there] = subject === null ? [span, before] : [keptDaysOf(span, now), keptDaysOf(before, now)];
  const sums = await hostSums(db, here, subject);
  const earlier = await hostSums(db, there, subject);
  const all = totalOf(await sumReadings(db, here, subject)).readings;
  const hosts = [...sums].map(([host, readings]) => ({
    host: host || null,
    readings,
    before: earlier.get(host) ?? 0,
  }));
  return {
    from: dayText(daysOf(here).from),
    // The sum of the other sites comes last, however large it is.
    hosts: hosts.sort(
      (a, b) =>
        Number(a.host === null) - Number(b.host === null) ||
        b.readings - a.readings ||
        (a.host ?? '').localeCompare(b.host ?? ''),
    ),
    unnamed: all - hosts.reduce((sum, { readings }) => sum + readings, 0),
  };
}

function subjectOf({ post, category, tag }: StatisticsAsked): Subject | null {
  if (post !== undefined) return { postId: post };
  if (category !== undefined) return { categoryId: category };
  return tag === undefined ? null : { tagId: tag };
}

function totalOf(sums: readonly StoredSum[]): ReadingSum {
  const total: ReadingSum = { readings: 0, posts: 0, ends: 0, phones: 0, tablets: 0, computers: 0 };
  for (const sum of sums) {
    for (const name of Object.keys(total) as (keyof ReadingSum)[]) total[name] += sum[name];
  }
  return total;
}
