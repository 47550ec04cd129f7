import { expect, test } from 'vitest';
import { createMinuteCounts, MOST_NAMES } from './minute-counts.ts';

function setUp() {
  const clock = { time: Date.UTC(2025, 0, 1), now: () => clock.time };
  return { clock, counts: createMinuteCounts(clock) };
}

test('each name is counted by itself, until the minute is over', () => {
  const { clock, counts } = setUp();
  expect([counts.add('a'), counts.add('a'), counts.add('b')]).toEqual([1, 2, 1]);
  clock.time += 59_999;
  expect(counts.add('a')).toBe(3);
  clock.time += 1;
  expect(counts.add('a')).toBe(1);
});

test('beyond the names that are kept the rest shares one count; those that are kept stay', () => {
  const { counts } = setUp();
  for (let name = 0; name < MOST_NAMES; name += 1) counts.add(`name ${name}`);
  expect([counts.add('one more'), counts.add('another')]).toEqual([1, 2]);
  expect(counts.add('name 0')).toBe(2);
});
