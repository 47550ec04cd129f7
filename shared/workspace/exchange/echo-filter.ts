import type { WorkspaceCursor } from '#shared/contract/workspace.ts';
import type { Timers } from '#shared/kernel/timers.ts';

/**
 * The delay, in milliseconds. Events that only give back this device's own pushes are pulled late: they change nothing
 * here except the outbox.
 */
const ECHO_DELAY_MS = 2000;

/**
 * Distinguishes events about the changes of others from events about this device's own pushes. An event is an echo when
 * everything between this device's place in the server's log and the place in the event was pushed by this device and
 * acknowledged.
 */
export interface EchoFilter {
  /** Notes that a pull has reached this place: earlier pushes say nothing about the log after it. */
  pulledTo(place: WorkspaceCursor | null): void;
  /** Notes that the server has this device's pushes at these places in its log, in any order. */
  pushedTo(seqs: readonly number[], place: WorkspaceCursor | null): void;
  /**
   * Returns `known` when the event names `place`, which the last pull reached; `echo` when it reports only this
   * device's own pushes or older changes, so that a pull can wait; and `new` when it reports anything else.
   */
  classify(event: WorkspaceCursor, place: WorkspaceCursor | null): 'known' | 'echo' | 'new';
  /** Calls `pull` some time after the first echo that was not pulled. */
  pullLater(pull: () => void): void;
  /** Forgets the echo, because it is being pulled now or is no longer needed. */
  clear(): void;
}

export function createEchoFilter(timers: Timers): EchoFilter {
  /** The server's log from this device's place up to here was pushed by this device. */
  let ownThrough = -1;
  let callOff: (() => void) | null = null;
  return {
    pulledTo(place) {
      // A server that was restored from an older copy counts from an earlier place, where the next changes may be
      // another device's.
      ownThrough = place?.seq ?? -1;
    },
    pushedTo(seqs, place) {
      for (const seq of seqs.toSorted((a, b) => a - b)) {
        if (seq === Math.max(ownThrough, place?.seq ?? -1) + 1) ownThrough = seq;
      }
    },
    classify(event, place) {
      const isSameSite = event.siteId === place?.siteId;
      if (isSameSite && event.seq === place?.seq && event.id === place.id) return 'known';
      return isSameSite && event.seq <= ownThrough ? 'echo' : 'new';
    },
    pullLater(pull) {
      callOff ??= timers.after(ECHO_DELAY_MS, () => {
        callOff = null;
        pull();
      });
    },
    clear() {
      callOff?.();
      callOff = null;
    },
  };
}
