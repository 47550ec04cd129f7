import type { WorkspaceCursor } from '#shared/contract/workspace.ts';
import type { Timers } from '#shared/kernel/timers.ts';

/**
 * Milliseconds. Events that only give back this device's own pushes are pulled late: they change nothing here but the
 * outbox.
 */
const ECHO_DELAY_MS = 2000;

/**
 * Distinguishes events about changes of others from events about this device's own pushes. An event is an echo when
 * everything between our place in the server's log and the place it names was pushed by this device and acknowledged.
 */
export interface EchoFilter {
  /** A pull has reached this place: earlier pushes say nothing about what comes after it. */
  pulledTo(place: WorkspaceCursor | null): void;
  /** The server has what we pushed at these places in its log, in any order. */
  pushedTo(seqs: readonly number[], place: WorkspaceCursor | null): void;
  /**
   * `known`: the event names `place`, where the last pull came to. `echo`: it tells of nothing but this device's own
   * pushes or what is older, for which a pull can wait. `new`: it tells of something else.
   */
  classify(event: WorkspaceCursor, place: WorkspaceCursor | null): 'known' | 'echo' | 'new';
  /** Calls `pull` some time after the first echo that was not pulled. */
  pullLater(pull: () => void): void;
  /** The echo is being pulled now, or is no longer wanted: forgets it. */
  clear(): void;
}

export function createEchoFilter(timers: Timers): EchoFilter {
  /** The server's log up to here, behind our place, is what this device pushed. */
  let ownThrough = -1;
  let callOff: (() => void) | null = null;
  return {
    pulledTo(place) {
      // A server that was restored from an older copy counts from an earlier place: what is there then may be another
      // device's.
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
