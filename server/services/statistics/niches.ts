import { setImmediate as turn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import { categoryHoldings, sumCategoryCosts } from '#server/repositories/statistics/sum-niches.ts';
import { type NicheSum, sumCategories, sumTags } from '#server/repositories/statistics/sum-posts.ts';
import { sumReadings } from '#server/repositories/statistics/sum-readings.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { getNiches, StatisticsRange } from '#shared/contract/statistics.ts';
import { DAY_MS } from '#shared/kernel/utc-periods.ts';
import { daysOf, periodOf } from './periods.ts';

const MOST_TAGS = 100;
/** Tags of the time before that are compared with: as many as there are. */
const ALL_TAGS = 100_000;

/** What each niche brings beside what it costs; `now` in milliseconds since 1970. */
export async function niches(db: Executor, range: StatisticsRange, now: number): Promise<AnswerOf<typeof getNiches>> {
  const { span, before } = periodOf(range, now);
  const read = byId(await sumCategories(db, span));
  await turn();
  const earlier = byId(await sumCategories(db, before));
  await turn();
  const tags = await sumTags(db, span, MOST_TAGS);
  await turn();
  const tagsBefore = byId(await sumTags(db, before, ALL_TAGS));
  await turn();
  const days = daysOf(span);
  const costs = await sumCategoryCosts(db, days.from * DAY_MS, (days.to + 1) * DAY_MS);
  const costOf = new Map(costs.map(({ id, ...cost }) => [id, cost]));
  const holdings = await categoryHoldings(db, now);
  const categories = holdings.map((category) => ({
    ...category,
    ...sumsOf(category.id, read, earlier),
    calls: costOf.get(category.id)?.calls ?? 0,
    costUsd: costOf.get(category.id)?.costUsd ?? null,
  }));
  const posts = (await sumReadings(db, span, null)).reduce((sum, time) => sum + time.posts, 0);
  return {
    categories: categories.sort((a, b) => b.readings - a.readings || a.id - b.id),
    tags: tags.map((tag) => ({ ...tag, before: tagsBefore.get(tag.id)?.readings ?? 0 })),
    unfiled: costOf.get(null) ?? { calls: 0, costUsd: null },
    gone: posts - categories.reduce((sum, { readings }) => sum + readings, 0),
  };
}

type Sums = ReadonlyMap<number, NicheSum>;

function byId(sums: readonly NicheSum[]): Sums {
  return new Map(sums.map((sum) => [sum.id, sum]));
}

function sumsOf(id: number, read: Sums, before: Sums) {
  return {
    readings: read.get(id)?.readings ?? 0,
    before: before.get(id)?.readings ?? 0,
    ends: read.get(id)?.ends ?? 0,
  };
}
