import { expect, test } from 'vitest';
import { dateAndTime } from '../dates.ts';
import { edgeLine } from './edge-line.ts';

const NOW = Date.UTC(2025, 5, 1, 12);
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

test.each([
  [{ waiting: 0, lastAt: null, failure: null }, 'Not told yet.'],
  [{ waiting: 0, lastAt: ago(2), failure: null }, 'Last told 2 minutes ago.'],
  [{ waiting: 3, lastAt: ago(2), failure: null }, 'Last told 2 minutes ago, 3 waiting.'],
  [
    { waiting: 3, lastAt: ago(40), failure: { since: ago(20), message: 'Answered 503' } },
    `Last told 40 minutes ago, failing since ${dateAndTime(ago(20))} (Answered 503), 3 waiting. It is tried again; until then readers may see pages that are ten minutes old.`,
  ],
] as const)('%j is said as “%s”', (status, line) => {
  expect(edgeLine(status, NOW)).toBe(line);
});
