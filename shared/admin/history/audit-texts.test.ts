import { expect, test } from 'vitest';
import { auditDetails, auditOrigin, auditTitle, daysBetween } from './audit-texts.ts';

const at = new Date(2026, 0, 2, 14, 32).toISOString();

test.each([
  [{ event: 'signed_in', name: '', count: 1 }, 'Signed in'],
  [{ event: 'post_deleted', name: 'Old news', count: 1 }, 'Put the post into the bin “Old news”'],
  [{ event: 'sign_in_failed', name: '', count: 1200 }, 'Failed to sign in, 1,200 times within an hour'],
  [{ event: null, name: '', count: 1 }, 'Something this program does not know'],
] as const)('%o is said in words', (entry, words) => {
  expect(auditTitle(entry)).toBe(words);
});

test.each([
  [{ kind: 'browser', device: 'Chrome on Linux' }, '192.0.2.1', 'Chrome on Linux, 192.0.2.1, 14:32'],
  [{ kind: 'server', device: '' }, null, 'The server by itself, 14:32'],
  [{ kind: 'program', device: 'Courier' }, '192.0.2.1', 'Program “Courier”, 192.0.2.1, 14:32'],
  [{ kind: 'stranger', device: '' }, 'other networks', 'Somebody unknown, other networks, 14:32'],
  [{ kind: null, device: '' }, null, 'From where was not noted, 14:32'],
] as const)('who it was: %o', (actor, network, words) => {
  expect(auditOrigin({ actor, network, at })).toBe(words);
});

test('what else is to be known is said with its name', () => {
  expect(auditDetails({ details: { before: 'a@example.com', after: 'b@example.com' } })).toBe(
    'before: a@example.com · after: b@example.com',
  );
  expect(auditDetails({ details: {} })).toBe('');
});

test('two days are from the midnight before the first to the one after the last', () => {
  expect(daysBetween('2026-03-01', '2026-03-02')).toEqual({
    from: new Date(2026, 2, 1).toISOString(),
    to: new Date(2026, 2, 3).toISOString(),
  });
  expect(daysBetween('', 'nonsense')).toEqual({});
});
