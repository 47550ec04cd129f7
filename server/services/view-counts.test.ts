import { expect, test } from 'vitest';
import { createViewCounter } from './view-counts.ts';

function setUp(options: { maxRemembered?: number } = {}) {
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
  const stored = new Map<number, number>();
  const errors: unknown[] = [];
  let isBroken = false;
  const counter = createViewCounter({
    ...options,
    clock,
    store: async (views) => {
      if (isBroken) throw new Error('disk full');
      for (const [id, count] of views) stored.set(id, (stored.get(id) ?? 0) + count);
    },
    onError: (error) => errors.push(error),
  });
  return {
    clock,
    counter,
    stored,
    errors,
    breakStore: (value: boolean) => {
      isBroken = value;
    },
  };
}
const reader = (network: string, userAgent = 'test') => ({ network, userAgent });

test('a reader counts once a day for each post', async () => {
  const { clock, counter, stored } = setUp();
  expect(counter.count(1, reader('a'))).toBe(true);
  expect(counter.count(1, reader('a'))).toBe(false);
  expect(counter.count(2, reader('a'))).toBe(true);
  expect(counter.count(1, reader('b'))).toBe(true);
  clock.time += 24 * 60 * 60 * 1000;
  expect(counter.count(1, reader('a'))).toBe(true);
  await counter.flush();
  expect(Object.fromEntries(stored)).toEqual({ 1: 3, 2: 1 });
});

test('what cannot be written is kept and written later', async () => {
  const { counter, stored, errors, breakStore } = setUp();
  breakStore(true);
  counter.count(1, reader('a'));
  await counter.flush();
  counter.count(1, reader('b'));
  breakStore(false);
  await counter.flush();
  expect(errors).toHaveLength(1);
  expect(stored.get(1)).toBe(2);
});

test('what is remembered is bounded', async () => {
  const { counter } = setUp({ maxRemembered: 4 });
  for (const address of ['a', 'b', 'c']) counter.count(1, reader(address));
  expect(counter.count(1, reader('c'))).toBe(false);
  expect(counter.count(1, reader('a'))).toBe(true);
  await counter.flush();
});

test('of one network ten readings of a post count a day, whatever the browsers call themselves', async () => {
  const { clock, counter, stored } = setUp();
  const sixty = Array.from({ length: 60 }, (_, number) => reader('a', `agent ${number}`));
  expect(sixty.filter((each) => counter.count(1, each))).toHaveLength(10);
  expect(counter.count(1, reader('b', 'agent 0'))).toBe(true);
  expect(counter.count(2, reader('a', 'agent 0'))).toBe(true);
  // Readings that reader instances deliver fall under the same limit of the same day.
  const late = counter.late();
  for (const each of sixty) late.count(1, each, clock.time);
  expect(late.readings().size).toBe(0);
  clock.time += 24 * 60 * 60 * 1000;
  expect(counter.count(1, reader('a', 'agent 59'))).toBe(true);
  await counter.flush();
  expect(Object.fromEntries(stored)).toEqual({ 1: 12, 2: 1 });
});

test('what was taken back makes room for as many of its network', async () => {
  const { clock, counter } = setUp();
  const bring = () => {
    const late = counter.late();
    for (let number = 0; number < 60; number += 1) late.count(1, reader('a', `agent ${number}`), clock.time);
    return late;
  };
  const late = bring();
  expect(late.readings().get(1)).toBe(10);
  late.takeBack();
  expect(bring().readings().get(1)).toBe(10);
  await counter.flush();
});
