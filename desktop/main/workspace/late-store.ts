import type { Clock } from '#shared/kernel/clock.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';

/**
 * Milliseconds between two tries. A try that waits for another program to release the file blocks the whole app, so it
 * must not be made at each call.
 */
const OPEN_AGAIN_AFTER = 1000;

interface LateStoreOptions {
  /** Opens the database. Throws where it cannot be opened. */
  open(): SqliteStore;
  /** Why it could not be opened at first. */
  cause: unknown;
  clock: Clock;
}

/**
 * Takes the place of a local database that could not be opened. Every call tries to open it again, because the disk may
 * have room by now. Until that succeeds, calls reject with NotKeptError; afterwards all calls go to the opened
 * database.
 */
export function createLateStore({ open, cause: first, clock }: LateStoreOptions): SqliteStore {
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
  const late =
    <Args extends unknown[], Answer>(call: (store: SqliteStore, ...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> =>
      call(opened(), ...args);

  return {
    list: late((to, kind) => to.list(kind)),
    load: late((to, id) => to.load(id)),
    append: late((to, document, update) => to.append(document, update)),
    remove: late((to, tombstone) => to.remove(tombstone)),
    tombstones: late((to) => to.tombstones()),
    compact: late((to, id) => to.compact(id)),
    purge: late((to, before) => to.purge(before)),
    unsent: late((to, page) => to.unsent(page)),
    waiting: late((to) => to.waiting()),
    acknowledge: late((to, stored) => to.acknowledge(stored)),
    enqueue: late((to, changes, inPlaceOf) => to.enqueue(changes, inPlaceOf)),
    receive: late((to, changes, place) => to.receive(changes, place)),
    lacksBeginnings: late((to, ids) => to.lacksBeginnings(ids)),
    place: late((to) => to.place()),
    startOver: late((to, siteId) => to.startOver(siteId)),
    documents: late((to, page) => to.documents(page)),
    close() {
      isClosed = true;
      store?.close();
    },
  };
}
