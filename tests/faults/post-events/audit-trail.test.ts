import { expect, test } from 'vitest';
import { timesLive } from './audit-trail.ts';

const at = (minute: number) => `2025-06-01T12:0${minute}:00.000Z`;
const row = (minute: number, isOut: boolean, publishedAt: number | null) => ({
  at: at(minute),
  isOut,
  publishedAt: publishedAt === null ? null : at(publishedAt),
});

test.each([
  ['a draft', 0, [row(0, false, null), row(1, false, 0)]],
  ['published at once and saved again', 1, [row(0, true, 0), row(1, true, 0)]],
  ['published, taken back, published', 2, [row(0, true, 0), row(1, false, 0), row(2, true, 0)]],
  ['scheduled', 1, [row(0, true, 5)]],
  ['scheduled for later than anybody looks', 0, [row(0, true, 9)]],
  ['scheduled, and deleted before its time', 0, [row(0, true, 5), row(3, false, 5)]],
  ['scheduled, and deleted after its time', 1, [row(0, true, 2), row(3, false, 2)]],
  ['live, and put off', 2, [row(0, true, 0), row(1, true, 3)]],
  ['live, put off, and taken back', 1, [row(0, true, 0), row(1, true, 7), row(2, false, 7)]],
])('%s goes live %i times', (_, times, rows) => {
  expect(timesLive(rows, at(8))).toBe(times);
});
