import { expect, test } from 'vitest';
import { replacedText } from './replaced-text.ts';

test('a version says when it was replaced', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  expect(replacedText('2026-03-01T11:59:30.000Z', now)).toBe('Replaced just now');
  expect(replacedText('2026-03-01T11:57:00.000Z', now)).toBe('Replaced 3 minutes ago');
});
