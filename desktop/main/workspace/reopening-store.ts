import type { Clock } from '#shared/kernel/clock.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';

/**
 * Milliseconds between two tries. A try that waits for another program to release the file blocks the whole app, so it
 * must not be made at each call.
 */
const OPEN_AGAIN_AFTER = 1000;

interface ReopeningStoreOptions {
  /** Opens the database. Throws when it cannot be opened. */
  open(): SqliteStore;
  /** The error because of which it could not be opened at first. */
  cause: unknown;
  clock: Clock;
}

/**
 * Takes the place of a local database that could not be opened. Every call tries to open it again, because the disk may
 * have room by now. Until that succeeds, calls reject with NotKeptError; afterwards all calls go to the opened
 * database.
 */
export function createReopeningStore({ open, cause: first, clock }: ReopeningStoreOptions): SqliteStore {
  let store: SqliteStore | null = null;
  let cause = first;
  let isClosed = false;
  let triedAt = clock.now();

  function opened(): SqliteStore {
    if (store) return store;
    const isDue = Math.abs(clock.now() - triedAt) >= OPEN_AGAIN_AFTER;
    if (isClosed || !isDue) throw new NotKeptError(cause);
    try {
      store = open();
      return store;
    } catch (error) {
      cause = error;
      throw new NotKeptError(error);
    } finally {
      triedAt = clock.now();
    }
  }
  const forward =
    <Args extends unknown[], Answer>(call: (store: SqliteStore, ...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> =>
      call(opened(), ...args);

  return {
    list: forward((to, kind) => to.list(kind)),
    load: forward((to, id) => to.load(id)),
    summaries: forward((to) => to.summaries()),
    append: forward((to, document, update) => to.append(document, update)),
    remove: forward((to, tombstone) => to.remove(tombstone)),
    tombstones: forward((to) => to.tombstones()),
    compact: forward((to, id) => to.compact(id)),
    purge: forward((to, before) => to.purge(before)),
    unsent: forward((to, page) => to.unsent(page)),
    waiting: forward((to) => to.waiting()),
    acknowledge: forward((to, stored) => to.acknowledge(stored)),
    enqueue: forward((to, changes, inPlaceOf) => to.enqueue(changes, inPlaceOf)),
    receive: forward((to, changes, place) => to.receive(changes, place)),
    lacksBeginnings: forward((to, ids) => to.lacksBeginnings(ids)),
    place: forward((to) => to.place()),
    startOver: forward((to, siteId) => to.startOver(siteId)),
    deletionCount: forward((to) => to.deletionCount()),
    keepDeletionCount: forward((to, count) => to.keepDeletionCount(count)),
    documents: forward((to, page) => to.documents(page)),
    close() {
      isClosed = true;
      store?.close();
    },
  };
}
