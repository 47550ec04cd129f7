import { expect, test } from 'vitest';
import type { HistoryEntry } from '#shared/contract/history.ts';
import { groupsOf } from './entry-groups.ts';
import { testEntry as entry } from './test-entry.ts';

const ids = (entries: readonly HistoryEntry[]) => groupsOf(entries).map((group) => group.entries.map(({ id }) => id));

test('what one action did to many things of a kind stands together', () => {
  const other = entry(1, { at: '2026-11-25T09:00:00.000Z' });
  const after = entry(3, { at: '2026-11-25T09:59:59.000Z' });
  expect(ids([entry(5), entry(4), after, { ...after, id: 2 }, other])).toEqual([[5, 4, 3, 2], [1]]);
});

test('three stand for themselves', () => {
  expect(ids([entry(3), entry(2), entry(1)])).toEqual([[3], [2], [1]]);
});

test.each<[string, Partial<HistoryEntry>]>([
  ['another time', { at: '2026-11-25T10:00:03.000Z' }],
  ['another kind', { kind: 'picture' }],
  ['something else that was done', { action: 'replaced' }],
  ['another device', { origin: { kind: 'browser', device: 'Firefox on Linux' } }],
])('%s is another action', (_what, given) => {
  expect(ids([entry(5), entry(4), entry(3, given), entry(2), entry(1)])).toHaveLength(5);
});
