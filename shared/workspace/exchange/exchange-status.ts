import type { DocumentStatus, ExchangeState } from '#shared/contract/workspace.ts';
import { staysHere } from '../document-ids.ts';
import { statusOf } from '../status.ts';
import type { ExchangeStore } from '../store-port.ts';
import type { ExchangeFault } from './exchange-fault.ts';
import type { HeldDeletions } from './held-deletions.ts';

/** The facts that make up the state, apart from the unsent changes. */
interface Facts {
  isStarted: boolean;
  isOnline: boolean;
  isSignedIn: boolean;
  /** Whether this device's store failed. */
  isUnkept: boolean;
  refused: number;
  tooLarge: readonly string[];
  lastSyncedAt: number | null;
  question: { readonly siteId: string } | null;
  pushedAgain: number | null;
  deletions: HeldDeletions | null;
}

/** Keeps the state of the exchange. */
export interface ExchangeStatus {
  readonly facts: Readonly<Facts>;
  state(): ExchangeState;
  onState(listener: () => void): () => void;
  statusOf(documentId: string): DocumentStatus;
  /** Sets facts from now on; tells the listeners if that changes the state. */
  say(change?: Partial<Facts>): void;
  /** Adds this number to the unsent changes of a document; it may be negative. */
  count(documentId: string, by: number): void;
  /**
   * Asks the store for the unsent changes. If there was a write in the meantime, the round of that write asks again.
   */
  recount(): Promise<void>;
  /** Notes a write to the store. */
  noteWrite(documentId: string | undefined): void;
}

export function createExchangeStatus(store: Pick<ExchangeStore, 'waiting'>): ExchangeStatus {
  const listeners = new Set<() => void>();
  const counts = new Map<string, number>();
  let writes = 0;
  let facts: Facts = {
    isStarted: false,
    isOnline: true,
    isSignedIn: true,
    isUnkept: false,
    refused: 0,
    tooLarge: [],
    lastSyncedAt: null,
    question: null,
    pushedAgain: null,
    deletions: null,
  };
  let state = stateNow([]);

  function isExchanged(): boolean {
    return facts.isStarted && facts.isSignedIn && facts.question === null;
  }
  function stateNow(before: readonly string[]): ExchangeState {
    const { isUnkept, isStarted: _isStarted, ...shown } = facts;
    const ids = [...counts.keys()];
    const isSame = ids.length === before.length && ids.every((id, index) => id === before[index]);
    const unsent = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const status = statusOf({ isUnkept, isExchanged: isExchanged(), unsent });
    return { ...shown, status, unsent, waiting: isSame ? before : ids };
  }
  function say(change: Partial<Facts> = {}): void {
    facts = { ...facts, ...change };
    const next = stateNow(state.waiting);
    if (isSameState(state, next)) return;
    state = next;
    for (const listener of listeners) listener();
  }
  function count(documentId: string, by: number): void {
    const next = (counts.get(documentId) ?? 0) + by;
    if (next > 0) counts.set(documentId, next);
    else counts.delete(documentId);
  }

  return {
    get facts() {
      return facts;
    },
    state: () => state,
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    statusOf: (documentId) =>
      statusOf({
        isUnkept: facts.isUnkept,
        isExchanged: isExchanged() && !staysHere(documentId),
        unsent: counts.get(documentId) ?? 0,
      }),
    say,
    count,
    async recount() {
      const before = writes;
      const found = await store.waiting();
      if (writes !== before) return;
      counts.clear();
      for (const [id, unsent] of found) counts.set(id, unsent);
      say();
    },
    noteWrite(documentId) {
      writes += 1;
      if (documentId !== undefined) count(documentId, 1);
      say();
    },
  };
}

/** The facts that the owner sees after a failure. A server that answers at all is online. */
export const factsAfter: Record<ExchangeFault, Partial<Facts>> = {
  offline: { isOnline: false },
  'signed-out': { isOnline: true, isSignedIn: false },
  'cursor-unknown': { isOnline: true },
  refused: { isOnline: true },
  trouble: { isOnline: true },
  'not-kept': { isUnkept: true },
};

function isSameState(a: ExchangeState, b: ExchangeState): boolean {
  const names = Object.keys(a) as (keyof ExchangeState)[];
  return names.every((name) => a[name] === b[name]);
}
