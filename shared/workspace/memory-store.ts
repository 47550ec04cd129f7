import type { DocumentKind } from '#shared/contract/workspace.ts';
import { type DocumentStore, NotKeptError, type Tombstone } from './store-port.ts';
import { compactUpdates, hasSeen, joinUpdates } from './tombstone.ts';

interface Row {
  kind: DocumentKind;
  updates: Uint8Array[];
  tombstone: Tombstone | null;
}

export interface MemoryStore extends DocumentStore {
  /** From now on every call fails with this cause, as a full disk would; null ends it. */
  fail(cause: unknown): void;
}

/** A store that lives as long as the program: for tests, and for a window that has no other. */
export function createMemoryStore(): MemoryStore {
  const rows = new Map<string, Row>();
  let failure: { cause: unknown } | null = null;
  const answer = async <T>(run: () => T): Promise<T> => {
    if (failure) throw new NotKeptError(failure.cause);
    return run();
  };

  return {
    list: (kind) =>
      answer(() => [...rows].filter(([, row]) => row.kind === kind && row.tombstone === null).map(([id]) => id)),
    load: (id) => answer(() => [...(rows.get(id)?.updates ?? [])]),
    append: ({ id, kind }, update) =>
      answer(() => {
        const row = rows.get(id) ?? { kind, updates: [], tombstone: null };
        row.updates.push(update.slice());
        if (row.tombstone && !hasSeen(row.tombstone.seen, update)) row.tombstone = null;
        rows.set(id, row);
      }),
    remove: (tombstone) =>
      answer(() => {
        const row = rows.get(tombstone.id) ?? { kind: tombstone.kind, updates: [], tombstone: null };
        if (row.updates.length > 0 && !hasSeen(tombstone.seen, joinUpdates(row.updates))) return 'kept';
        row.tombstone = tombstone;
        rows.set(tombstone.id, row);
        return 'removed';
      }),
    tombstones: () => answer(() => [...rows.values()].flatMap(({ tombstone }) => (tombstone ? [tombstone] : []))),
    compact: (id) =>
      answer(() => {
        const row = rows.get(id);
        if (row && row.updates.length > 1) row.updates = [compactUpdates(row.updates)];
      }),
    purge: (before) =>
      answer(() => {
        for (const row of rows.values()) if (row.tombstone && row.tombstone.at < before) row.updates = [];
      }),
    fail(cause) {
      failure = cause === null ? null : { cause };
    },
  };
}
