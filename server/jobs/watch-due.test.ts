import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WatchDue, watchDue } from './watch-due.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const SECOND = 1000;
const HOUR = 3600 * SECOND;

let due: WatchDue;
/** The times of the looks, in milliseconds after START. */
let looks: number[];
let dueAt: number;

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  looks = [];
  due = watchDue({
    clock: { now: () => Date.now() },
    async look() {
      looks.push(Date.now() - START);
      return Date.now() >= dueAt ? null : new Date(dueAt).toISOString();
    },
    onError: (error) => expect.unreachable(String(error)),
  });
});
afterEach(() => {
  due.stop();
  vi.useRealTimers();
});

test('what the clock has jumped over, or the machine has slept through, is done within half a minute', async () => {
  dueAt = START + 5 * HOUR;
  await due.refresh();
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  vi.setSystemTime(START + 7 * HOUR);
  await vi.advanceTimersByTimeAsync(30 * SECOND);
  expect(looks).toHaveLength(2);
  expect(looks[1]).toBeLessThanOrEqual(7 * HOUR + 30 * SECOND);
});

test('a clock that is set back does nothing early, and what is due is done at its time by that clock', async () => {
  dueAt = START + 60 * SECOND;
  await due.refresh();
  await vi.advanceTimersByTimeAsync(50 * SECOND);
  vi.setSystemTime(START - HOUR);
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(looks.filter((at) => at >= 60 * SECOND)).toEqual([]);
  await vi.advanceTimersByTimeAsync(60 * SECOND);
  expect(looks.at(-1)).toBe(60 * SECOND);
});

test('while nothing is due the database is asked once an hour, not at each waking', async () => {
  dueAt = START + 100 * HOUR;
  await due.refresh();
  await vi.advanceTimersByTimeAsync(3 * HOUR);
  expect(looks).toEqual([0, HOUR, 2 * HOUR, 3 * HOUR]);
});
