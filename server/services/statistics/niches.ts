import { setImmediate as turn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import { categoryHoldings, sumCategoryCosts } from '#server/repositories/statistics/sum-niches.ts';
import { categoriesOfPosts, nameTags, type PostSum, tagsOfPosts } from '#server/repositories/statistics/sum-posts.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { getNiches, StatisticsRange } from '#shared/contract/statistics.ts';
import { DAY_MS } from '#shared/kernel/utc-periods.ts';
import { daysOf, type Period, periodOf } from './periods.ts';
import { addTo, postSums } from './sum-in-parts.ts';

const MOST_TAGS = 100;
type Sums = Map<number, PostSum>;
type Niches = AnswerOf<typeof getNiches>;

/** The readings and the costs of each niche; `now` in milliseconds since 1970. */
export async function niches(db: Executor, range: StatisticsRange, now: number): Promise<Niches> {
  const period = periodOf(range, now);
  const read = await postSums(db, period.span);
  const earlier = await postSums(db, period.before);
  const costs = await costsOf(db, period);
  const { categories, gone } = await categorySums(db, read, earlier);
  await turn();
  const holdings = await categoryHoldings(db, now);
  await turn();
  return {
    categories: holdings
      .map((category) => ({
        ...category,
        ...sumsOf(category.id, categories),
        calls: costs.get(category.id)?.calls ?? 0,
        costUsd: costs.get(category.id)?.costUsd ?? null,
      }))
      .sort((a, b) => b.readings - a.readings || a.id - b.id),
    tags: await tagSums(db, read, earlier),
    unfiled: costs.get(null) ?? { calls: 0, costUsd: null },
    gone,
  };
}

async function costsOf(db: Executor, { span }: Period) {
  const { from, to } = daysOf(span);
  const costs = await sumCategoryCosts(db, from * DAY_MS, (to + 1) * DAY_MS);
  return new Map(costs.map(({ id, ...cost }) => [id, cost]));
}

interface Compared {
  now: Sums;
  before: Sums;
}

function sumsOf(id: number, { now, before }: Compared) {
  const { readings = 0, ends = 0 } = now.get(id) ?? {};
  return { readings, ends, before: before.get(id)?.readings ?? 0 };
}

/** Sums by category, and the readings of posts that no longer exist and are in none. */
async function categorySums(db: Executor, read: Sums, earlier: Sums) {
  const categoryOf = await categoriesOfPosts(db);
  let gone = 0;
  const sumsBy = (posts: Sums, miss: (readings: number) => void) => {
    const sums: Sums = new Map();
    for (const post of posts.values()) {
      const category = categoryOf.get(post.id);
      if (category === undefined) miss(post.readings);
      else addTo(sums, category, post);
    }
    return sums;
  };
  const now = sumsBy(read, (readings) => {
    gone += readings;
  });
  return { categories: { now, before: sumsBy(earlier, () => {}) }, gone };
}

/** Sums by tag, for the hundred most read: a post counts for each of its tags. */
async function tagSums(db: Executor, read: Sums, earlier: Sums): Promise<Niches['tags']> {
  const tags: Compared = { now: new Map(), before: new Map() };
  for (const { postId, tagId } of await tagsOfPosts(db)) {
    const [now, before] = [read.get(postId), earlier.get(postId)];
    if (now) addTo(tags.now, tagId, now);
    if (before) addTo(tags.before, tagId, before);
  }
  const most = [...tags.now.values()].sort((a, b) => b.readings - a.readings || a.id - b.id).slice(0, MOST_TAGS);
  const ids = most.map(({ id }) => id);
  const names = await nameTags(db, ids);
  return ids.map((id) => ({ id, name: names.get(id) ?? '', ...sumsOf(id, tags) }));
}
