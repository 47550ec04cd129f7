import type { Exchange, ExchangeState } from '#shared/workspace/exchange.ts';
import { type DocumentStore, NotKeptError } from '#shared/workspace/store-port.ts';

/** Nothing is exchanged: no server was chosen, or the local database cannot be opened. */
export const asleep: ExchangeState = {
  status: 'on-this-computer',
  isOnline: true,
  isSignedIn: false,
  unsent: 0,
  waiting: [],
  refused: 0,
  lastSyncedAt: null,
  question: null,
  pushedAgain: null,
};

/** Stands where the local database cannot be opened: nothing is kept, and every write says so. */
export function createNoStore(cause: unknown): DocumentStore & { close(): void } {
  const refuse = () => Promise.reject(new NotKeptError(cause));
  return {
    list: refuse,
    load: refuse,
    append: refuse,
    remove: refuse,
    tombstones: refuse,
    compact: refuse,
    purge: refuse,
    close() {},
  };
}

/** The exchange of a store that is not there. */
export function createNoExchange(): Exchange {
  const state: ExchangeState = { ...asleep, status: 'not-kept' };
  return {
    start() {},
    stop: async () => {},
    noticeWrite() {},
    syncNow: async () => {},
    state: () => state,
    onState: () => () => {},
    statusOf: () => 'not-kept',
    onForeign: () => () => {},
    adoptSite: async () => {},
  };
}
