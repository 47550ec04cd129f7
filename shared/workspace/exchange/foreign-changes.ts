import type { ForeignChange } from '../store-port.ts';
import type { StoppableStore } from './stoppable-store.ts';

/** Reading a document takes time for each of its updates. */
const COMPACT_EVERY = 100;

/** Tells what other devices changed, once it is stored here. */
export interface ForeignChanges {
  tell(changed: readonly ForeignChange[]): void;
  listen(listener: (changed: readonly ForeignChange[]) => void): () => void;
  /** Makes one update of a document's many, now and then; it only makes the next opening quicker. */
  compact(changed: readonly ForeignChange[], session: StoppableStore): void;
}

export function createForeignChanges(report: (problem: unknown) => void): ForeignChanges {
  const listeners = new Set<(changed: readonly ForeignChange[]) => void>();
  /** How often something came in, by document. */
  const received = new Map<string, number>();
  return {
    tell(changed) {
      for (const listener of listeners) {
        try {
          listener(changed);
        } catch (error) {
          // The changes are stored; an error of a listener that shows them is its own.
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
