import type { ForeignChange } from '../store-port.ts';
import type { StoppableStore } from './stoppable-store.ts';

/**
 * The number of changes of a document after which it is compacted: reading a document takes time for each of its
 * updates.
 */
const COMPACT_EVERY = 100;

/** Reports the changes of other devices, once they are stored here. */
export interface ForeignChanges {
  tell(changed: readonly ForeignChange[]): void;
  listen(listener: (changed: readonly ForeignChange[]) => void): () => void;
  /** From time to time replaces a document's updates by a single one; this only makes the next opening quicker. */
  compact(changed: readonly ForeignChange[], session: StoppableStore): void;
}

export function createForeignChanges(report: (problem: unknown) => void): ForeignChanges {
  const listeners = new Set<(changed: readonly ForeignChange[]) => void>();
  /** The number of received changes, by document. */
  const received = new Map<string, number>();
  return {
    tell(changed) {
      for (const listener of listeners) {
        try {
          listener(changed);
        } catch (error) {
          // The changes are stored; an error of a listener that shows them must not affect the exchange.
          report(error);
        }
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    compact(changed, session) {
      for (const { id } of changed) {
        const times = (received.get(id) ?? 0) + 1;
        received.set(id, times);
        if (times % COMPACT_EVERY === 0) session.compact(id).catch(report);
      }
    },
  };
}
