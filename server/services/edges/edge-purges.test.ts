import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestTimers, type TestTimers } from '#server/adapters/ai/test-timers.ts';
import { createEdgePurges, type EdgePurges } from './edge-purges.ts';

const NOW = Date.UTC(2025, 5, 1, 12);

/** The tags that the edge was told, call by call. */
let told: string[][];
/** Each call waits for this promise, which rejects when the edge is down. */
let answer: Promise<void>;
let errors: unknown[];
let timers: TestTimers;
let now: number;
let purges: EdgePurges;
beforeEach(() => {
  told = [];
  errors = [];
  answer = Promise.resolve();
  timers = createTestTimers();
  now = NOW;
  purges = createEdgePurges({
    tell: async ({ tags, isGone }) => {
      told.push(isGone ? ['gone', ...tags] : [...tags]);
      await answer;
    },
    timers,
    clock: { now: () => now },
    onError: (error) => errors.push(error),
  });
});
afterEach(() => purges.close());

const fail = (message = 'Answered 503') => {
  answer = Promise.reject(new Error(message));
  answer.catch(() => {});
};
const settled = () => expect.poll(() => purges.status().waiting).toBe(0);
const failures = (count: number) => expect.poll(() => errors.length).toBe(count);

test('tags of one moment go in one call, each once, with the pages that depend on too much to name', async () => {
  purges.add(['posts', 'post:1']);
  purges.add(['posts', 'tag:2']);
  await settled();
  expect(told).toEqual([['posts', 'post:1', 'tag:2', 'any']]);
  expect(purges.status()).toEqual({
    waiting: 0,
    lastAt: new Date(NOW).toISOString(),
    failure: null,
  });
});

test('many go in calls of twenty-nine at the most, very many as everything', async () => {
  const tags = (count: number) => Array.from({ length: count }, (_, index) => `post:${index}`);
  purges.add(tags(70));
  await settled();
  expect(told.map((call) => call.length)).toEqual([29, 29, 15]);
  told = [];
  purges.add(tags(10_000));
  await settled();
  expect(told).toEqual([['all', 'any']]);
});

test('everything takes in whatever waits', async () => {
  purges.add(['posts']);
  purges.addEverything();
  purges.add(['post:1']);
  await settled();
  expect(told).toEqual([['all', 'any']]);
});

test('what is gone is told first and by itself, also beside everything', async () => {
  purges.add(['posts', 'post:1']);
  purges.add(['post:1'], { isGone: true });
  purges.add(['post:1']);
  await settled();
  expect(told).toEqual([
    ['gone', 'post:1', 'any'],
    ['posts', 'any'],
  ]);
  told = [];
  purges.add(['post:2'], { isGone: true });
  purges.addEverything();
  await settled();
  expect(told).toEqual([
    ['gone', 'post:2', 'any'],
    ['all', 'any'],
  ]);
  told = [];
  purges.add(
    Array.from({ length: 700 }, (_, index) => `post:${index}`),
    { isGone: true },
  );
  await settled();
  expect(told).toEqual([['gone', 'all', 'any']]);
});

test('what comes while the edge is told goes with the next call', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = promise;
  purges.add(['posts']);
  await expect.poll(() => told.length).toBe(1);
  purges.add(['post:1', 'posts']);
  expect(purges.status().waiting).toBe(3);
  resolve();
  await settled();
  expect(told).toEqual([
    ['posts', 'any'],
    ['post:1', 'posts', 'any'],
  ]);
});

describe('an edge that does not answer', () => {
  test('is asked again, later each time, with all that waits by then; how long it fails is told', async () => {
    fail();
    purges.add(['posts']);
    await failures(1);
    now += 60_000;
    purges.add(['post:1']);
    expect(told).toHaveLength(1);
    expect(timers.waiting()).toEqual([1000]);
    timers.advance(1000);
    await failures(2);
    expect(timers.waiting()).toEqual([2000]);
    const since = new Date(NOW).toISOString();
    expect(purges.status()).toMatchObject({ waiting: 2, lastAt: null, failure: { since, message: 'Answered 503' } });
    answer = Promise.resolve();
    timers.advance(2000);
    await settled();
    expect(told.at(-1)?.toSorted()).toEqual(['any', 'post:1', 'posts']);
    expect(purges.status()).toMatchObject({ lastAt: new Date(now).toISOString(), failure: null });
  });

  test('is asked every ten minutes at the least', async () => {
    fail();
    purges.add(['posts']);
    for (let tries = 1; tries <= 15; tries += 1) {
      await failures(tries);
      timers.advance(10 * 60_000);
    }
    await failures(16);
    expect(timers.waiting()).toEqual([10 * 60_000]);
  });

  test('holds up no stop', async () => {
    fail();
    purges.add(['posts']);
    await failures(1);
    await purges.close();
    timers.advance(10 * 60_000);
    purges.add(['posts']);
    expect(told).toHaveLength(1);
  });
});
