import { expect, it } from 'vitest';
import { fromLocalInput, timeAgo, toLocalInput } from './dates.ts';

it('a date survives the field it is edited in, to the minute', () => {
  const iso = new Date(2026, 2, 1, 9, 30).toISOString();
  expect(toLocalInput(iso)).toBe('2026-03-01T09:30');
  expect(fromLocalInput('2026-03-01T09:30')).toBe(iso);
});

it('an empty field is no date', () => {
  expect(toLocalInput(null)).toBe('');
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('nonsense')).toBeNull();
});

it('says how long ago something was', () => {
  expect(timeAgo('2026-03-01T12:00:00.000Z', Date.parse('2026-03-01T12:05:00.000Z'))).toBe('5 minutes ago');
});
