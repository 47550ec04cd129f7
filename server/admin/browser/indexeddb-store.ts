import { type IDBPDatabase, openDB } from 'idb';
import { isExchanged, isUsedOnce, uniqueId as randomId } from '#shared/workspace/document-ids.ts';
import { deletionHere, forgetWords } from '#shared/workspace/incoming.ts';
import {
  type DocumentStore,
  type ExchangeStore,
  type NamedChange,
  NotKeptError,
  type Tombstone,
} from '#shared/workspace/store-port.ts';
import { compactUpdates, withDeletion } from '#shared/workspace/tombstone.ts';
import {
  acknowledgeIn,
  deletionsOf,
  documentsIn,
  enqueueIn,
  keysOf,
  lacksBeginningsIn,
  noteAsked,
  putDeletions,
  receiveIn,
  unsendIn,
  unsentOf,
  updatesOf,
  waitingIn,
} from './indexeddb-exchange.ts';
import { everything, toRow, upgrade, VERSION, type Work, type WorkspaceSchema } from './indexeddb-schema.ts';
import { AT_ONCE, makeSummaries, summariesIn } from './indexeddb-summaries.ts';
import type { PageHideSaves } from './page-hide-saves.ts';

/**
 * Creates the workspace store of a browser, over IndexedDB. A write of typed text is answered when it is on the disk
 * (durability strict). The database is opened at the first call, and then takes in the changes that the last page could
 * no longer store there; after a failure the next call tries again.
 */
export function createIndexedDbStore(
  name = 'ninefold-workspace',
  uniqueId: () => string = randomId,
  pageHideSaves: PageHideSaves | null = null,
): ExchangeStore {
  const work = createWork(name, uniqueId, pageHideSaves);
  return {
    list: (kind) =>
      work('readonly', async (transaction) => {
        const all = await transaction.objectStore('documents').getAll();
        const removed = new Set((await tombstonesIn(transaction)).map(({ id }) => id));
        return all.filter((row) => row.kind === kind && !removed.has(row.id)).map(({ id }) => id);
      }),
    load: (id) => work('readonly', (transaction) => updatesOf(transaction, id)),
    async summaries() {
      const { known, unknown } = await work('readonly', summariesIn);
      for (let start = 0; start < unknown.length; start += AT_ONCE) {
        const ids = unknown.slice(start, start + AT_ONCE);
        known.push(...(await work('readwrite', (transaction) => makeSummaries(transaction, ids), 'relaxed')));
      }
      return known;
    },
    async append({ id, kind }, update) {
      const change = { changeId: uniqueId(), id, kind, type: 'update', update } as const;
      const reportOutcome = pageHideSaves?.save(change);
      try {
        await work('readwrite', (transaction) => put(transaction, change));
      } catch (error) {
        reportOutcome?.('refused');
        throw error;
      }
      reportOutcome?.('stored');
    },
    remove: ({ id, kind, seen, at }) =>
      work('readwrite', async (transaction) => {
        const forgotten = await transaction.objectStore('forgotten').get(id);
        const deletion = deletionHere({ seen, at }, await updatesOf(transaction, id), forgotten?.reach ?? null);
        if (deletion === null) return 'kept';
        const before = await deletionsOf(transaction, id);
        const deletions = withDeletion(before, deletion);
        await transaction.objectStore('documents').put({ id, kind });
        await putDeletions(transaction, { id, kind }, deletions);
        if (deletions !== before && isExchanged({ id, kind })) {
          const row = toRow({ id, kind, type: 'delete', ...deletion, changeId: uniqueId() });
          await transaction.objectStore('outbox').add(row);
        }
        return 'removed';
      }),
    tombstones: () => work('readonly', tombstonesIn),
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
        for (const { id, at } of await tombstonesIn(transaction)) {
          const keys = at < before && isUsedOnce(id) ? await keysOf(transaction, id) : [];
          if (keys.length === 0) continue;
          const known = await transaction.objectStore('forgotten').get(id);
          const forgotten = forgetWords(await updatesOf(transaction, id), known ?? null);
          await transaction.objectStore('forgotten').put({ id, ...forgotten });
          await Promise.all(keys.map((key) => transaction.objectStore('updates').delete(key)));
        }
      }),
    ...exchangeSide(work, uniqueId),
  };
}

/** The part of the store that the exchange uses. */
function exchangeSide(
  work: ReturnType<typeof createWork>,
  uniqueId: () => string,
): Omit<ExchangeStore, keyof DocumentStore> {
  return {
    unsent: (page) => work('readonly', (transaction) => unsentOf(transaction, page)),
    waiting: () => work('readonly', waitingIn),
    acknowledge: (stored) => work('readwrite', (transaction) => acknowledgeIn(transaction, stored), 'relaxed'),
    enqueue: (changes, inPlaceOf = []) =>
      work('readwrite', (transaction) => enqueueIn(transaction, changes, inPlaceOf)),
    receive: (changes, place) =>
      work('readwrite', (transaction) => receiveIn(transaction, changes, place, uniqueId), 'relaxed'),
    lacksBeginnings: (ids) => work('readonly', (transaction) => lacksBeginningsIn(transaction, ids)),
    place: () => work('readonly', async (transaction) => (await transaction.objectStore('place').get('place')) ?? null),
    startOver: (siteId) =>
      work('readwrite', async (transaction) => {
        await unsendIn(transaction);
        await noteAsked(transaction);
        await transaction.objectStore('place').put({ siteId, cursor: null, isLost: true }, 'place');
      }),
    deletionCount: () =>
      work('readonly', async (transaction) => (await transaction.objectStore('deletionCount').get('count')) ?? null),
    keepDeletionCount: (count) =>
      work('readwrite', async (transaction) => {
        const counts = transaction.objectStore('deletionCount');
        if (count === null) await counts.delete('count');
        else await counts.put(count, 'count');
      }),
    documents: (page) => work('readonly', (transaction) => documentsIn(transaction, page)),
  };
}

/** Creates the function that works in a transaction of the database. The first call opens the database. */
function createWork(name: string, uniqueId: () => string, pageHideSaves: PageHideSaves | null) {
  let opening: Promise<IDBPDatabase<WorkspaceSchema>> | null = null;
  const forget = () => {
    opening = null;
  };
  const open = () => {
    opening ??= openDB<WorkspaceSchema>(name, VERSION, {
      upgrade(database, from, _to, transaction) {
        // The upgrade is atomic: when it fails, so does the opening, and the old content is still there.
        upgrade(database, from, transaction, uniqueId).catch(() => transaction.abort());
        endTells(transaction.done);
      },
      // A newer program in another tab wants to change the database: it must not wait for this tab.
      blocking(_version, _blocked, event) {
        forget();
        if (event.target instanceof IDBDatabase) event.target.close();
      },
      terminated: forget,
    }).then(async (database) => {
      for (const { change, forget } of pageHideSaves?.pending() ?? []) if (await takeIn(database, change)) forget();
      return database;
    });
    opening.catch(forget);
    return opening;
  };

  /**
   * Runs work in a transaction. Data that came from the server can be fetched again, and derived data can be made
   * again: such writes need not wait for the disk (relaxed).
   */
  async function work<T>(
    mode: 'readonly' | 'readwrite',
    run: (transaction: Work) => T | Promise<T>,
    durability: 'strict' | 'relaxed' = 'strict',
  ): Promise<T> {
    try {
      const database = await open();
      const transaction = database.transaction(everything, mode, { durability }) as Work;
      // Awaited from the start: when a request fails, this promise rejects as well, and somebody must handle that.
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
  return work;
}

/** Writes a change without reading, and commits at once: a page that is going away has no time for an answer. */
function put(transaction: Work, change: NamedChange & { type: 'update' }): void {
  const { id, kind, update } = change;
  endTells(transaction.objectStore('documents').put({ id, kind }));
  // A view would be cloned with its whole buffer; a copy has only its own bytes.
  endTells(transaction.objectStore('updates').add({ documentId: id, update: update.slice() }));
  endTells(transaction.objectStore('summaries').delete(id));
  if (isExchanged({ id, kind })) endTells(transaction.objectStore('outbox').add(toRow(change)));
  transaction.commit();
}

/**
 * Puts a change of {@link PageHideSaves} into the database; returns whether it is there now. A change that the database
 * refuses today may succeed next time.
 */
async function takeIn(database: IDBPDatabase<WorkspaceSchema>, change: NamedChange): Promise<boolean> {
  if (change.type !== 'update') return true;
  try {
    const transaction = database.transaction(everything, 'readwrite', { durability: 'strict' }) as Work;
    const done = transaction.done;
    endTells(done);
    if ((await transaction.objectStore('outbox').index('name').getKey(change.changeId)) === undefined) {
      put(transaction, change);
    }
    await done;
    return true;
  } catch {
    return false;
  }
}

/** Returns the deletions that no later edit has overruled. */
async function tombstonesIn(transaction: Work): Promise<Tombstone[]> {
  const rows = await transaction.objectStore('tombstones').getAll();
  const found = await Promise.all(
    rows.map(async ({ id, kind }) => {
      const deletions = await deletionsOf(transaction, id);
      return deletions.map((deletion) => ({ id, kind, ...deletion }));
    }),
  );
  return found.flat();
}

/** Runs work in a transaction, which is atomic: an error in the middle undoes everything before it. */
async function attempt<T>(transaction: Work, run: (transaction: Work) => T | Promise<T>): Promise<T> {
  try {
    return await run(transaction);
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // The transaction has ended already, by the same failure.
    }
    throw error;
  }
}

/** Ignores the failure of a request: it ends its transaction with the same failure, which is handled there. */
function endTells(request: Promise<unknown>): void {
  request.catch(() => undefined);
}
