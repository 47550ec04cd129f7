import { expect, test } from 'vitest';
import { createRefusedSums } from './refused-sums.ts';

const HOUR = 60 * 60 * 1000;
const failed = (network: string) => ({ event: 'sign_in_failed', network }) as const;
const told = (notes: { event: string; count?: number; by?: { network?: string } }[]) =>
  notes.map(({ event, count, by }) => [event, by?.network, count]);

test('the first try of a network is noted at once, the others as a sum when the hour is over', () => {
  const sums = createRefusedSums();
  expect(told(sums.add(failed('a'), HOUR))).toEqual([['sign_in_failed', 'a', 1]]);
  for (let time = 0; time < 5; time += 1) expect(sums.add(failed('a'), HOUR + time)).toEqual([]);
  expect(sums.past(2 * HOUR - 1)).toEqual([]);
  expect(told(sums.past(2 * HOUR))).toEqual([['sign_in_failed', 'a', 5]]);
  expect(sums.past(2 * HOUR)).toEqual([]);
  expect(told(sums.add(failed('a'), 2 * HOUR))).toEqual([['sign_in_failed', 'a', 1]]);
  expect(sums.all()).toEqual([]);
});

test('however many networks try, an hour is forty and some rows', () => {
  const sums = createRefusedSums();
  let rows = 0;
  for (let number = 0; number < 100_000; number += 1) rows += sums.add(failed(`10.${number}`), HOUR).length;
  const last = sums.all();
  expect(rows + last.length).toBeLessThan(50);
  expect(told(last)).toEqual([['sign_in_failed', 'other networks', 100_000 - 21]]);
});

test('a clock that is set back loses no sum', () => {
  const sums = createRefusedSums();
  sums.add(failed('a'), 5 * HOUR);
  sums.add(failed('a'), 5 * HOUR);
  expect(told(sums.add(failed('b'), HOUR))).toEqual([
    ['sign_in_failed', 'a', 1],
    ['sign_in_failed', 'b', 1],
  ]);
});
