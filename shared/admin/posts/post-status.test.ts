import { expect, it } from 'vitest';
import { postStatus } from './post-status.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');

it.each([
  [false, null, 'Draft'],
  [false, '2027-01-01T00:00:00.000Z', 'Draft'],
  [true, null, 'Published'],
  [true, '2026-03-01T12:00:00.000Z', 'Published'],
  [true, '2026-03-01T12:00:00.001Z', 'Scheduled'],
] as const)('published %s at %s is %s', (published, publishedAt, status) => {
  expect(postStatus({ published, publishedAt }, now)).toBe(status);
});
