import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longTest } from '#tests/long-test.ts';
import { runsOf } from '#tests/share.ts';
import { createAttemptLimits } from './attempt-limits.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

function setUp() {
  const clock = { time: Date.UTC(2025, 0, 1), now: () => clock.time };
  return { clock, limits: createAttemptLimits(clock) };
}

test('five attempts are free, then each failure doubles the wait, up to an hour', () => {
  const { clock, limits } = setUp();
  for (let attempt = 0; attempt < 4; attempt += 1) expect(limits.begin(['a'])).toBe(0);
  const waits = Array.from({ length: 14 }, () => {
    expect(limits.begin(['a'])).toBe(0);
    // An attempt that has to wait is not counted.
    const wait = limits.begin(['a']);
    clock.time += wait * SECOND;
    return wait;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]);
});

test('many at once gain nothing: an attempt counts when it begins', () => {
  const { limits } = setUp();
  const answers = Array.from({ length: 100 }, () => limits.begin(['a']));
  expect(answers.filter((wait) => wait === 0)).toHaveLength(5);
});

test('who has to wait for one name is counted under no other', () => {
  const { limits } = setUp();
  for (let attempt = 0; attempt < 5; attempt += 1) limits.begin(['account']);
  for (let attempt = 0; attempt < 50; attempt += 1) expect(limits.begin(['account', 'address'])).toBe(1);
  expect(limits.begin(['address'])).toBe(0);
});

test('success forgets; so does a day without an attempt', () => {
  const { clock, limits } = setUp();
  const fail = (times: number) => {
    for (let attempt = 0; attempt < times; attempt += 1) limits.begin(['a']);
  };
  fail(5);
  limits.succeed(['a']);
  expect(limits.begin(['a'])).toBe(0);
  fail(4);
  expect(limits.begin(['a'])).toBe(1);
  clock.time += DAY + 1;
  fail(4);
  expect(limits.begin(['a'])).toBe(0);
});

test('a clock that is put back makes nobody wait longer than their tries do, and forgets none of them', () => {
  const { clock, limits } = setUp();
  for (let attempt = 0; attempt < 6; attempt += 1) {
    limits.begin(['a']);
    clock.time += SECOND;
  }
  clock.time -= 365 * DAY;
  expect(limits.begin(['a'])).toBe(2);
  clock.time += SECOND;
  expect(limits.begin(['a'])).toBe(1);
  clock.time += SECOND;
  expect(limits.begin(['a'])).toBe(0);
  expect(limits.begin(['a'])).toBe(4);
});

longTest('whatever else is tried, a counter is not pushed out', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 50 }), (names) => {
      const { limits } = setUp();
      for (let attempt = 0; attempt < 5; attempt += 1) limits.begin(['owner']);
      for (const name of names) limits.begin([`address ${name}`]);
      expect(limits.begin(['owner'])).toBeGreaterThan(0);
    }),
    { seed: 7, numRuns: runsOf(20) },
  );
  const { limits } = setUp();
  for (let attempt = 0; attempt < 5; attempt += 1) limits.begin(['owner']);
  for (let other = 0; other < 70_000; other += 1) limits.begin([`other ${other}`]);
  expect(limits.begin(['owner'])).toBeGreaterThan(0);
});
