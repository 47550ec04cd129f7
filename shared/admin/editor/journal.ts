import type { Clock } from '#shared/kernel/clock.ts';
import type { WorkspaceDocument } from '#shared/workspace/document.ts';
import type { DocumentStore, RemoveOutcome } from '#shared/workspace/store-port.ts';
import { joinUpdates, tombstoneOf } from '#shared/workspace/tombstone.ts';
import type { Timers } from './timers.ts';

/**
 * Where what was typed is. `kept`: all of it is on this computer's disk, since `at` (null when nothing was typed yet).
 * `typing`: the first word that is not there was typed at `since`. `not-kept`: the computer refused it, for the reason
 * given, and is asked again. Times are milliseconds since 1970.
 */
export type JournalState =
  | { readonly kind: 'kept'; readonly at: number | null }
  | { readonly kind: 'typing'; readonly since: number }
  | { readonly kind: 'not-kept'; readonly since: number; readonly reason: string };

interface JournalOptions {
  document: WorkspaceDocument;
  store: DocumentStore;
  clock: Clock;
  timers: Timers;
  /** Whether the store has this document; what is not there is written whole with the first word typed. */
  isStored: boolean;
}

/** Writes what is typed into a document to the store of this computer. */
export interface Journal {
  /** The same object until something changes. */
  state(): JournalState;
  subscribe(listener: () => void): () => void;
  /** Writes now, for a page that may not come back. True when all that was typed before is kept. */
  flush(): Promise<boolean>;
  /** Removes the document from this computer's lists, unless something is typed in the meantime. */
  remove(): Promise<RemoveOutcome>;
  /** Another device has removed the document: what is typed next is written whole. */
  removedElsewhere(): void;
  /** Writes what is left and listens no more. */
  close(): Promise<boolean>;
}

/**
 * Milliseconds from the first word that is not kept to the write. What is typed is promised to be on the disk within a
 * second, the disk's own time included; a keystroke never waits.
 */
export const JOURNAL_DELAY_MS = 400;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 5000;
/** Reading a document takes time for each of its updates. */
const COMPACT_EVERY = 200;

export function createJournal({ document, store, clock, timers, isStored }: JournalOptions): Journal {
  const listeners = new Set<() => void>();
  const writing = new Set<{ since: number; done: Promise<boolean> }>();
  let pending: Uint8Array[] = [];
  let pendingSince: number | null = null;
  let cancelTimer: (() => void) | null = null;
  let failures = 0;
  let reason: string | null = null;
  let isKnown = isStored;
  let written = 0;
  let keptAt: number | null = null;
  let isTouching = false;
  let state: JournalState = { kind: 'kept', at: null };

  const unkeptSince = () => {
    const times = [...writing].map(({ since }) => since);
    return Math.min(...times, pendingSince ?? Number.POSITIVE_INFINITY);
  };
  const say = () => {
    const since = unkeptSince();
    const next: JournalState =
      since === Number.POSITIVE_INFINITY
        ? { kind: 'kept', at: keptAt }
        : reason === null
          ? { kind: 'typing', since }
          : { kind: 'not-kept', since, reason };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const schedule = (milliseconds: number) => {
    cancelTimer ??= timers.after(milliseconds, () => {
      cancelTimer = null;
      void flush();
    });
  };

  async function write(batch: Uint8Array, since: number): Promise<boolean> {
    try {
      await store.append(document, batch);
    } catch (error) {
      // The update goes to the front again: what was typed is at every moment either in `pending` or on the disk.
      pending.unshift(batch);
      pendingSince = Math.min(since, pendingSince ?? since);
      reason = reasonOf(error);
      cancelTimer?.();
      cancelTimer = null;
      schedule(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
      failures += 1;
      return false;
    }
    isKnown = true;
    failures = 0;
    reason = null;
    keptAt = clock.now();
    written += 1;
    // Compacting only makes the next opening quicker. A failure is ignored: a full disk shows with the next append.
    if (written % COMPACT_EVERY === 0) store.compact(document.id).catch(() => undefined);
    return true;
  }

  async function flush(): Promise<boolean> {
    cancelTimer?.();
    cancelTimer = null;
    if (pendingSince !== null) {
      isTouching = true;
      document.touch(clock.now());
      isTouching = false;
      const since = pendingSince;
      const batch = isKnown ? joinUpdates(pending) : document.encode();
      pending = [];
      pendingSince = null;
      // Writes may overlap: updates commute, and a page that goes away cannot wait for the one before.
      const entry = { since, done: write(batch, since) };
      writing.add(entry);
      void entry.done.then(() => {
        writing.delete(entry);
        say();
      });
    }
    say();
    const outcomes = await Promise.all([...writing].map(({ done }) => done));
    return outcomes.every((isKept) => isKept);
  }

  const stop = document.onUpdate((update) => {
    pending.push(update);
    if (isTouching) return;
    pendingSince ??= clock.now();
    schedule(JOURNAL_DELAY_MS);
    say();
  });

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush,
    async remove() {
      if (!(await flush()) || pendingSince !== null) return 'kept';
      // Written whole from now on: what is removed may be purged before the next word is typed here.
      isKnown = false;
      return store.remove(tombstoneOf(document, clock.now()));
    },
    removedElsewhere() {
      isKnown = false;
    },
    close() {
      const last = flush();
      stop();
      return last;
    },
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
