import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEmpty } from '#server/repositories/blog-fixture.ts';
import { addStatistics } from '#server/repositories/statistics/add-statistics.ts';
import { forgetStatisticsDays } from '#server/repositories/statistics/forget-statistics.ts';
import { pageKinds, ranges } from '#shared/contract/statistics.ts';
import { DAY_MS, dayOf } from '#shared/kernel/utc-periods.ts';
import type { Reader } from './counting.ts';
import { RETENTION_DAYS } from './periods.ts';
import { createStatisticsRecorder } from './recorder.ts';
import { createStatisticsService } from './statistics.ts';

const START = Date.UTC(2025, 11, 20);
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/**
 * What one reader does: the day after the start, the post (0: another page), where the reader comes from, and whether
 * the reader reads to the end.
 */
const reading = fc.record({
  day: fc.nat(60),
  reader: fc.nat(5),
  post: fc.nat(4),
  page: fc.constantFrom(...pageKinds),
  from: fc.constantFrom(undefined, 'a.example', 'b.example', 'www.a.example', 'no site'),
  isPhone: fc.boolean(),
  isEnded: fc.boolean(),
});

type Reading = typeof reading extends fc.Arbitrary<infer Value> ? Value : never;

async function counted(readings: readonly Reading[]) {
  const database = openEmpty();
  const clock = { time: START, now: () => clock.time };
  let isFull = false;
  const errors: unknown[] = [];
  const recorder = createStatisticsRecorder({
    clock,
    siteUrl: 'https://site.test',
    async store(sums) {
      // Every second write fails: the sums that were taken out must come back whole.
      isFull = !isFull;
      if (isFull) throw new Error('disk full');
      await addStatistics(database.db, sums);
    },
    onError: (error) => errors.push(error),
  });
  for (const { day, reader, post, page, from, isPhone, isEnded } of readings.toSorted((a, b) => a.day - b.day)) {
    clock.time = START + day * DAY_MS;
    const who: Reader = {
      ...{ network: `10.0.0.${reader}`, userAgent: BROWSER, isMobile: isPhone },
      ...{ isPrivate: false, isOwner: false },
    };
    if (post === 0) recorder.pageOpened(who, { page, from });
    else recorder.postRead(who, { postId: post, from });
    if (isEnded && post > 0) recorder.postReadToEnd(who, post);
    if (reader === 0) await recorder.flush();
  }
  clock.time = START + 61 * DAY_MS;
  await recorder.flush();
  await recorder.flush();
  const statistics = createStatisticsService({ db: database.db, clock, flush: async () => {} });
  return { database, clock, statistics };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

test('the parts of every figure are as many as the whole, whatever was read and whenever it was written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reading, { maxLength: 60 }), async (readings) => {
      const { database, statistics } = await counted(readings);
      for (const range of ranges) {
        const { total, times, pages } = await statistics.readings({ range });
        expect(sum(times.map((time) => time.readings))).toBe(total.readings);
        expect(sum(times.map((time) => time.ends))).toBe(total.ends);
        expect(sum(pages.map((page) => page.readings))).toBe(total.readings);
        expect(total.phones + total.tablets + total.computers).toBe(total.readings);
        expect(total.ends).toBeLessThanOrEqual(total.posts);
        const posts = await statistics.posts({ range }, 500);
        expect(sum(posts.map((post) => post.readings))).toBe(total.posts);
        expect(sum(posts.map((post) => post.ends))).toBe(total.ends);
        const { hosts, unnamed } = await statistics.referrers({ range });
        expect(sum(hosts.map((host) => host.readings)) + unnamed).toBe(total.readings);
        expect(unnamed).toBeGreaterThanOrEqual(0);
        const { categories, gone } = await statistics.niches(range);
        expect(sum(categories.map((category) => category.readings)) + gone).toBe(total.posts);
        for (const { id, readings: ofPost } of posts) {
          expect((await statistics.readings({ range, post: id })).total.readings).toBe(ofPost);
        }
      }
      await database.close();
    }),
    { numRuns: 6, seed: 28 },
  );
});

test('months keep what days that are forgotten have had', async () => {
  const all = Array.from({ length: 40 }, (_, number) => ({
    ...{ day: number, reader: number % 6, post: (number % 4) + 1, page: 'home' as const },
    ...{ from: 'a.example' as const, isPhone: false, isEnded: true },
  }));
  const { database, statistics } = await counted(all);
  const before = await statistics.readings({ range: '12m' });
  const days = () => database.sqlite.prepare('select count(*) from statistics_posts where unit = 0').pluck().get();
  expect(days()).toBe(40);
  const end = dayOf(START) + 61;
  expect(await forgetStatisticsDays(database.db, end, 7)).toBe(true);
  expect(days()).toBe(33);
  while (await forgetStatisticsDays(database.db, end, 7));
  expect(days()).toBe(0);
  expect(await statistics.readings({ range: '12m' })).toEqual(before);
  expect((await statistics.readings({ range: '90d' })).total.readings).toBe(0);
  expect(RETENTION_DAYS).toBeGreaterThan(366);
  await database.close();
});
