import { expect, test } from 'vitest';
import { tokenTimes } from './token-words.ts';

const now = Date.parse('2026-01-10T12:00:00.000Z');

test('a token says when it was used, and when it ends or has ended', () => {
  expect(tokenTimes({ lastUsedAt: null, endsAt: null }, now)).toBe('Never used.');
  expect(tokenTimes({ lastUsedAt: null, endsAt: '2026-01-10T12:00:00.001Z' }, now)).toBe(
    'Never used, until 2026-01-10.',
  );
  expect(tokenTimes({ lastUsedAt: null, endsAt: '2026-01-10T12:00:00.000Z' }, now)).toBe(
    'Never used, ended on 2026-01-10.',
  );
});
