import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  dayAfter,
  dayOf,
  daysBetween,
  inDays,
  isDay,
  monthAfter,
  onDay,
  otherSpan,
  shownDays,
  spanOf,
  spanTitle,
  timeOfDay,
  weekStartOf,
} from './days.ts';

// Clocks go forward on 29 March 2026 at 02:00, and back on 25 October at 03:00.
const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('a week begins as the language says', () => {
  expect([weekStartOf('de-DE'), weekStartOf('en-US'), weekStartOf('ar-EG')]).toEqual([1, 0, 6]);
  expect(weekStartOf('no language at all')).toBe(1);
});

test('a month is shown in whole weeks', () => {
  const days = shownDays('month', '2026-02-14', 1);
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-01-26', '2026-03-01', 35]);
  expect(shownDays('month', '2026-02-14', 0).length).toBe(28);
  expect(shownDays('week', '2026-02-14', 1)).toEqual([
    ...['2026-02-09', '2026-02-10', '2026-02-11', '2026-02-12', '2026-02-13', '2026-02-14', '2026-02-15'],
  ]);
});

describe('where clocks change', () => {
  test('each day is there once, and a span has all of its days', () => {
    for (const day of ['2026-03-15', '2026-10-15']) {
      const days = shownDays('month', day, 1);
      expect(new Set(days).size).toBe(days.length);
    }
    expect(spanOf(['2026-03-29'])).toEqual({ from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' });
    expect(spanOf(['2026-10-25'])).toEqual({ from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' });
  });

  test('a post that is moved keeps its time of day', () => {
    const before = '2026-03-28T08:30:15.250Z';
    expect(timeOfDay(before)).toBe('09:30');
    expect(onDay('2026-03-30', before)).toBe('2026-03-30T07:30:15.250Z');
    expect(onDay('2026-10-26', '2026-10-24T07:30:00.000Z')).toBe('2026-10-26T08:30:00.000Z');
    expect(onDay('2026-03-28', onDay('2026-03-30', before))).toBe(before);
  });

  test('a time of day that is skipped is an hour later', () => {
    expect(timeOfDay(onDay('2026-03-29', '02:30'))).toBe('03:30');
  });

  test('days are counted by the calendar', () => {
    const evening = Date.parse('2026-03-28T22:30:00.000Z');
    expect(daysBetween(evening, '2026-03-29T22:30:00.000Z')).toBe(2);
    expect(daysBetween(evening, '2026-03-28T23:01:00.000Z')).toBe(1);
    expect(dayAfter('2026-10-25', 1)).toBe('2026-10-26');
  });
});

test('a moment belongs to the day it has where the owner is', () => {
  expect(dayOf('2026-01-01T23:30:00.000Z')).toBe('2026-01-02');
});

test('the next month has the same day, or its last', () => {
  expect(monthAfter('2026-01-31', 1)).toBe('2026-02-28');
  expect(otherSpan('month', '2026-12-31', 1)).toBe('2027-01-31');
  expect(otherSpan('week', '2026-12-31', -1)).toBe('2026-12-24');
});

test('distances are said in words', () => {
  expect([0, 1, -1, 3, -12].map(inDays)).toEqual(['today', 'tomorrow', 'yesterday', 'in 3 days', '12 days ago']);
});

test('a distance nobody counts in days is said in months or years', () => {
  expect([60, 61, -400, 730, 731, 26_333, -800].map(inDays)).toEqual([
    ...['in 60 days', 'in 2 months', '13 months ago', 'in 24 months', 'in 2 years', 'in 72 years', '2 years ago'],
  ]);
});

test('a span has a name', () => {
  const named = (day: string) => spanTitle('week', day, shownDays('week', day, 1));
  expect(spanTitle('month', '2026-11-23', [])).toBe('November 2026');
  expect(named('2026-11-23')).toBe('23 – 29 November 2026');
  expect(named('2026-12-01')).toBe('30 November – 6 December 2026');
  expect(named('2026-12-31')).toBe('28 December 2026 – 3 January 2027');
});

test.each(['', '2026-02-30', '2026-1-1', '0026-01-01', '99999-01-01', 'today'])('%s is no day', (text) =>
  expect(isDay(text)).toBe(false),
);
