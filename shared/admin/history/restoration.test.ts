import { expect, test } from 'vitest';
import { OfflineError } from '#shared/api-client/api-error.ts';
import type { HistoryEntry } from '#shared/contract/history.ts';
import type { ManyPostsChange } from '#shared/contract/posts/many-posts.ts';
import type { BulkPorts } from '../posts/index.ts';
import { restorationOf, restore } from './restoration.ts';
import { testEntry as entry } from './test-entry.ts';

const many = (count: number, given: Partial<HistoryEntry> = {}) =>
  Array.from({ length: count }, (_, index) => entry(index + 1, given));
const picture = { kind: 'picture', postId: null } as const;

/** Makes a server that records its calls; `refuses` throws for an item that cannot be restored. */
function server(refuses: (id: number) => void = () => undefined) {
  const asked: number[] = [];
  const bulk: ManyPostsChange[][] = [];
  const api = {
    async call(_: unknown, { params: { id } }: { params: { id: number } }) {
      asked.push(id);
      refuses(id);
      return { undo: id + 1000 };
    },
    async *events(_: unknown, { body: { changes } }: { body: { changes: ManyPostsChange[] } }) {
      bulk.push(changes);
      const ids = changes.flatMap(({ posts }) => posts.map(({ id }) => id));
      const undo = [{ posts: ids.map((id) => ({ id, version: 7 })), set: { deleted: true } }];
      yield { event: 'part', data: { ids, changed: ids.length, failed: [], undo } };
      yield { event: 'done', data: { isStopped: false } };
    },
  };
  return { asked, bulk, ports: { api, uniqueId: () => 'key' } as unknown as BulkPorts };
}
const watched = () => {
  const seen: number[] = [];
  const stopping = new AbortController();
  return { seen, stopping, watch: { onProgress: (done: number) => void seen.push(done), stop: stopping.signal } };
};

test('many deleted posts come out of the bin in one call, and go back into it in one', async () => {
  const { ports, asked, bulk } = server();
  const { watch, seen } = watched();
  const { undo, ...done } = await restore(ports, restorationOf(many(500)), watch);
  expect(done).toEqual({ changed: 500, failed: [], rest: null });
  expect(seen).toEqual([500]);
  expect(bulk).toEqual([[{ posts: many(500).map(({ postId }) => ({ id: postId })), set: { deleted: false } }]]);
  if (!undo) throw new Error('There is no Undo');
  expect(undo.entries[0]?.action).toBe('restored');
  await restore(ports, undo, watch);
  expect(bulk[1]).toEqual(undo.changes);
  expect(asked).toEqual([]);
});

test('posts that were restored are taken back in one call', () => {
  expect(restorationOf(many(4, { action: 'restored' })).changes).toMatchObject([{ set: { deleted: true } }]);
});

test.each<[string, HistoryEntry[]]>([
  ['a single post', many(1)],
  ['pictures', many(4, picture)],
  ['what changed in posts', many(4, { action: 'replaced' })],
])('%s: one entry after the other', (_, entries) => {
  expect(restorationOf(entries).changes).toBe(null);
});

test('one after the other shows its progress, and Stop leaves the others as they are', async () => {
  const { watch, seen, stopping } = watched();
  const { ports, asked } = server((id) => {
    if (id === 2) stopping.abort();
  });
  const done = await restore(ports, restorationOf(many(5, picture)), watch);
  expect([asked, seen]).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(done).toMatchObject({ changed: 2, rest: { count: 3, fault: null } });
  expect(done.undo?.entries.map(({ id, action }) => [id, action])).toEqual([
    [1002, 'restored'],
    [1001, 'restored'],
  ]);
});

test('a lost connection ends it, and what was not asked for does not count as done', async () => {
  const { ports, asked } = server((id) => {
    if (id === 2) throw new OfflineError('No connection.');
  });
  const done = await restore(ports, restorationOf(many(5, picture)), watched().watch);
  expect(asked).toEqual([1, 2]);
  expect(done).toMatchObject({ changed: 1, failed: [], rest: { count: 4 } });
  expect(done.rest?.fault).toBeTruthy();
});
