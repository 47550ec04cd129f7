import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { DocumentKind } from '#shared/contract/workspace.ts';
import { type DocumentStore, NotKeptError, type Tombstone } from '#shared/workspace/store-port.ts';
import { compactUpdates, hasSeen, joinUpdates } from '#shared/workspace/tombstone.ts';

interface Schema extends DBSchema {
  documents: { key: string; value: { id: string; kind: DocumentKind } };
  /** Under ascending numbers, so that a document's updates come out in the order they went in. */
  updates: { key: number; value: { documentId: string; update: Uint8Array }; indexes: { document: string } };
  /** `upTo` is the last update the removal looked at: only later ones can have brought the document back. */
  tombstones: { key: string; value: Tombstone & { upTo: number } };
}
type Names = ('documents' | 'updates' | 'tombstones')[];
type Work = IDBPTransaction<Schema, Names, 'readwrite'>;
const everything: Names = ['documents', 'updates', 'tombstones'];

/**
 * The workspace in a browser (design §9): IndexedDB, each write answered when it is on the disk (durability strict).
 * Opens its database at the first call; after a failure the next call tries again.
 */
export function createIndexedDbStore(name = 'ninefold-workspace'): DocumentStore {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const forget = () => {
    opening = null;
  };
  const open = () => {
    opening ??= openDB<Schema>(name, 1, {
      upgrade(database) {
        database.createObjectStore('documents', { keyPath: 'id' });
        database.createObjectStore('updates', { autoIncrement: true }).createIndex('document', 'documentId');
        database.createObjectStore('tombstones', { keyPath: 'id' });
      },
      // A newer program in another tab wants to change the database: it must not wait for this tab.
      blocking(_version, _blocked, event) {
        forget();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: forget,
    });
    opening.catch(forget);
    return opening;
  };

  async function work<T>(mode: 'readonly' | 'readwrite', run: (transaction: Work) => T | Promise<T>): Promise<T> {
    try {
      const database = await open();
      const transaction = database.transaction(everything, mode, { durability: 'strict' }) as Work;
      // Waited for from the start: where a request fails, this fails as well, and someone must hear it.
      const done = transaction.done.then(
        () => null,
        (error: unknown) => ({ error }),
      );
      const answer = await attempt(transaction, run);
      const failure = await done;
      if (failure) throw failure.error;
      return answer;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'InvalidStateError') forget();
      throw new NotKeptError(error);
    }
  }

  return {
    list: (kind) =>
      work('readonly', async (transaction) => {
        const all = await transaction.objectStore('documents').getAll();
        const removed = new Set((await standing(transaction)).map(({ id }) => id));
        return all.filter((row) => row.kind === kind && !removed.has(row.id)).map(({ id }) => id);
      }),
    load: (id) => work('readonly', (transaction) => updatesOf(transaction, id)),
    append: ({ id, kind }, update) =>
      work('readwrite', (transaction) => {
        // Nothing is read and the end is said at once: a page that is going away has no time for an answer.
        endTells(transaction.objectStore('documents').put({ id, kind }));
        // A view is cloned with all of its buffer; a copy has only its own bytes.
        endTells(transaction.objectStore('updates').add({ documentId: id, update: update.slice() }));
        transaction.commit();
      }),
    remove: (tombstone) =>
      work('readwrite', async (transaction) => {
        const updates = await updatesOf(transaction, tombstone.id);
        if (updates.length > 0 && !hasSeen(tombstone.seen, joinUpdates(updates))) return 'kept';
        const { id, kind, seen, at } = tombstone;
        const upTo = await lastKey(transaction, id);
        await transaction.objectStore('documents').put({ id, kind });
        await transaction.objectStore('tombstones').put({ id, kind, seen: seen.slice(), at, upTo });
        return 'removed';
      }),
    tombstones: () =>
      work('readonly', async (transaction) =>
        (await standing(transaction)).map(({ id, kind, seen, at }) => ({ id, kind, seen, at })),
      ),
    compact: (id) =>
      work('readwrite', async (transaction) => {
        const keys = await keysOf(transaction, id);
        if (keys.length < 2) return;
        const update = compactUpdates(await updatesOf(transaction, id));
        const store = transaction.objectStore('updates');
        await store.add({ documentId: id, update });
        await Promise.all(keys.map((key) => store.delete(key)));
      }),
    purge: (before) =>
      work('readwrite', async (transaction) => {
        for (const { id, at } of await standing(transaction)) {
          if (at >= before) continue;
          const keys = await keysOf(transaction, id);
          await Promise.all(keys.map((key) => transaction.objectStore('updates').delete(key)));
        }
      }),
  };
}

/** A transaction is all or nothing: what throws in the middle takes back what came before it. */
async function attempt<T>(transaction: Work, run: (transaction: Work) => T | Promise<T>): Promise<T> {
  try {
    return await run(transaction);
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has ended already, by the same failure.
    }
    throw error;
  }
}

/** A request that fails ends its transaction with the same failure, and that is where it is heard. */
function endTells(request: Promise<unknown>): void {
  request.catch(() => undefined);
}

async function updatesOf(transaction: Work, id: string): Promise<Uint8Array[]> {
  const rows = await transaction.objectStore('updates').index('document').getAll(id);
  return rows.map(({ update }) => update);
}

function keysOf(transaction: Work, id: string): Promise<number[]> {
  return transaction.objectStore('updates').index('document').getAllKeys(id);
}

async function lastKey(transaction: Work, id: string): Promise<number> {
  return (await keysOf(transaction, id)).at(-1) ?? 0;
}

/** The tombstones no later edit has overruled. */
async function standing(transaction: Work): Promise<Schema['tombstones']['value'][]> {
  const all = await transaction.objectStore('tombstones').getAll();
  const overruled = await Promise.all(
    all.map(async ({ id, seen, upTo }) => {
      if ((await lastKey(transaction, id)) <= upTo) return false;
      const updates = await updatesOf(transaction, id);
      return updates.length > 0 && !hasSeen(seen, joinUpdates(updates));
    }),
  );
  return all.filter((_, index) => !overruled[index]);
}
