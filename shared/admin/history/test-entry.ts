import type { HistoryEntry } from '#shared/contract/history.ts';

/** Returns an entry for tests: a deleted post, unless something else is given. */
export const testEntry = (id: number, given: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  at: '2026-11-25T10:00:00.000Z',
  kind: 'post',
  action: 'deleted',
  name: `Post ${id}`,
  postId: id + 100,
  origin: { kind: 'browser', device: 'Chrome on Linux' },
  lost: null,
  ...given,
});
