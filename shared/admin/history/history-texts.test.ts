import { expect, test } from 'vitest';
import { type HistoryEntry, historyActions, historyKinds } from '#shared/contract/history.ts';
import { byDay, doneText, doneTextOfMany, entryOrigin, entryTitle } from './history-texts.ts';

const at = (month: number, day: number, hour = 12, minute = 0) =>
  new Date(2026, month, day, hour, minute).toISOString();
const entry = (given: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 1,
  at: at(2, 14, 14, 32),
  kind: 'category',
  action: 'deleted',
  name: 'Old news',
  origin: { kind: 'browser', device: 'Chrome on Linux' },
  postId: null,
  lost: null,
  ...given,
});

test('an entry says what was done to what, and from where', () => {
  expect(entryTitle(entry())).toBe('Deleted the category “Old news”');
  expect(entryTitle(entry({ kind: null, action: 'replaced' }))).toBe('Changed “Old news”');
  expect(entryOrigin(entry())).toBe('Chrome on Linux, 14:32');
  expect(entryOrigin(entry({ origin: { kind: 'import', device: '' } }))).toBe('Import, 14:32');
  expect(entryOrigin(entry({ origin: { kind: 'server', device: '' } }))).toBe('The server by itself, 14:32');
});

test('no two kinds and actions read alike', () => {
  const all = historyKinds.flatMap((kind) => historyActions.map((action) => entryTitle(entry({ kind, action }))));
  expect(new Set(all).size).toBe(all.length);
});

test('what was pressed says what it has done, and where it was as it should be', () => {
  expect(doneText(entry(), true)).toBe('“Old news” is restored.');
  expect(doneText(entry({ action: 'restored' }), true)).toBe('The restoring of “Old news” is taken back.');
  expect(doneText(entry(), false)).toBe('“Old news” is as it was already.');
});

test('many at once: what is done, the first that refused, and what was not gone through', () => {
  const failed = [{ name: 'Rye', message: 'It is taken.' }];
  expect(doneTextOfMany('deleted', { changed: 1200, failed: [], rest: null })).toBe('1,200 restored.');
  expect(doneTextOfMany('restored', { changed: 3, failed, rest: { count: 2, fault: null } })).toBe(
    '3 taken back. 1 stayed as they are: “Rye”: It is taken. It was stopped: the other 2 entries are as before.',
  );
});

test('entries stand under their days, current days by their names', () => {
  const entries = [at(2, 14, 9), at(2, 14, 0, 1), at(2, 13, 23, 59), at(2, 1)].map((time) => entry({ at: time }));
  const days = byDay(entries, new Date(2026, 2, 14, 18).getTime());
  expect(days.map(({ title, entries: { length } }) => [title, length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['1 Mar 2026', 1],
  ]);
});
