import path from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Clock } from '#shared/kernel/clock.ts';
import { isExchanged, isUsedOnce, uniqueId as randomId } from '#shared/workspace/document-ids.ts';
import { deletionHere } from '#shared/workspace/incoming.ts';
import {
  type DocumentChange,
  type DocumentName,
  type ExchangeStore,
  NotKeptError,
} from '#shared/workspace/store-port.ts';
import { compactUpdates, hasSeen, withDeletion } from '#shared/workspace/tombstone.ts';
import { createDocumentRows } from './document-rows.ts';
import { createDraftSummaries } from './draft-summaries.ts';
import { openDatabase } from './open-database.ts';
import { readDamaged } from './read-damaged.ts';
import { createReceiver } from './receive.ts';
import { createOutbox } from './unsent-changes.ts';

export interface SqliteStore extends ExchangeStore {
  close(): void;
}

interface OpenSqliteStoreOptions {
  file: string;
  clock: Clock;
  uniqueId?: () => string;
}

/** A store, and what the owner must know of the file that was there before. */
interface OpenedStore {
  store: SqliteStore;
  /** Null when all is well. */
  notice: string | null;
  /** The damaged file that was set aside; null when there is none. `how` is SQLite's description of the damage. */
  damaged: { file: string; how: string } | null;
}

/**
 * Opens the workspace in the desktop's main process: one SQLite file, and each write resolves when it is on the disk.
 * If the file was damaged, the new one gets everything that can still be read of it. Throws as `openDatabase` does.
 */
export function openSqliteStore({ file, clock, uniqueId = randomId }: OpenSqliteStoreOptions): OpenedStore {
  const { sqlite, damaged } = openDatabase(file, clock);
  const store = createSqliteStore(sqlite, uniqueId);
  if (damaged === null) return { store, notice: null, damaged };
  const found = readDamaged(damaged.file);
  // A document that is not stored now is still in the damaged file.
  for (const { document, update } of found) store.append(document, update).catch(() => undefined);
  return { store, notice: damageNotice(path.basename(damaged.file), found.length), damaged };
}

function damageNotice(name: string, found: number): string {
  const count = found === 1 ? '1 document' : `${found.toLocaleString('en-US')} documents`;
  return [
    'The file in which this computer keeps your documents was damaged, and a new one was begun.',
    found === 0 ? 'Nothing in it could be read.' : `${count} could be read and are here.`,
    `What the server has comes back by itself. The damaged file was kept, for what only this computer had: ${name}`,
  ].join(' ');
}

/** Returns the store over a database that is open and has the newest schema. */
export function createSqliteStore(sqlite: Database, uniqueId: () => string): SqliteStore {
  const rows = createDocumentRows(sqlite);
  const drafts = createDraftSummaries(sqlite, rows, (run) => write(sqlite, run));
  const outbox = createOutbox(sqlite);
  const receive = createReceiver(sqlite, rows, outbox, uniqueId);
  const send = (change: DocumentChange) => {
    if (isExchanged(change)) outbox.add({ ...change, changeId: uniqueId() });
  };

  return {
    list: (kind) => orNotKept(() => rows.list(kind)),
    load: (id) => orNotKept(() => rows.updates(id)),
    summaries: () => orNotKept(() => drafts.all()),
    append: (document, update) =>
      write(sqlite, () => {
        rows.put(document);
        rows.add(document.id, update);
        for (const { seen } of rows.deletions(document.id)) {
          if (!hasSeen(seen, update)) rows.dropDeletion(document.id, seen);
        }
        send({ ...nameOf(document), type: 'update', update });
      }),
    remove: ({ id, kind, seen, at }) =>
      write(sqlite, () => {
        const deletion = deletionHere({ seen, at }, rows.updates(id), rows.forgotten(id));
        if (deletion === null) return 'kept';
        const before = rows.deletions(id);
        const deletions = withDeletion(before, deletion);
        if (deletions === before) return 'removed';
        rows.put({ id, kind });
        rows.replaceDeletions(id, deletions);
        send({ id, kind, type: 'delete', ...deletion });
        return 'removed';
      }),
    tombstones: () => orNotKept(() => rows.tombstones()),
    compact: (id) =>
      write(sqlite, () => {
        const updates = rows.updates(id);
        if (updates.length < 2) return;
        rows.replaceUpdates(id, compactUpdates(updates));
      }),
    purge: (before) =>
      write(sqlite, () => {
        for (const { id, at } of rows.tombstones()) {
          if (at < before && isUsedOnce(id) && rows.updates(id).length > 0) rows.forget(id);
        }
      }),

    unsent: (page) => orNotKept(() => outbox.unsent(page)),
    waiting: () => orNotKept(() => outbox.waiting()),
    acknowledge: (stored) => write(sqlite, () => outbox.acknowledge(stored, receive.place()?.cursor?.seq ?? -1)),
    enqueue: (changes, inPlaceOf = []) =>
      write(sqlite, () => {
        for (const changeId of inPlaceOf) outbox.dropUnsent(changeId);
        for (const change of changes) outbox.add(change);
      }),
    receive: (changes, place) => write(sqlite, () => receive.receive(changes, place)),
    lacksBeginnings: (ids) => orNotKept(() => rows.lacksBeginnings(ids)),
    place: () => orNotKept(() => receive.place()),
    startOver: (siteId) =>
      write(sqlite, () => {
        outbox.unsend();
        rows.noteAsked();
        receive.putPlace({ siteId, cursor: null, isLost: true });
      }),
    deletionCount: () => orNotKept(() => receive.deletionCount()),
    keepDeletionCount: (count) => write(sqlite, () => receive.putDeletionCount(count)),
    documents: (page) => orNotKept(() => rows.page(page)),
    close: () => {
      sqlite.close();
    },
  };
}

const nameOf = ({ id, kind }: DocumentName): DocumentName => ({ id, kind });

/** Throws NotKeptError, with the error of `run` as its cause. */
async function orNotKept<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new NotKeptError(error);
  }
}

/** Runs one transaction: everything is on the disk when it resolves; nothing if it rejects. */
function write<T>(sqlite: Database, run: () => T): Promise<T> {
  return orNotKept(() => sqlite.transaction(run).immediate());
}
