import type { WorkspaceCursor } from '#shared/contract/workspace.ts';
import type { Timers } from './timers.ts';

/** What only gives back what this device pushed is taken in seldom: it changes nothing here but the outbox. */
const ECHO_DELAY_MS = 2000;

/**
 * Tells what others wrote from what a device hears of its own pushes. Where the server's log goes on behind our place with
 * nothing but what it has acknowledged to us, an event about it is an echo.
 */
export interface OwnEcho {
  /** A pull has come to this place: what was pushed before says nothing about what stands behind it. */
  pulledTo(place: WorkspaceCursor | null): void;
  /** The server has what we pushed at these places in its log, in any order. */
  pushedTo(seqs: readonly number[], place: WorkspaceCursor | null): void;
  /**
   * Whether an event tells of `place`, where the last pull came to; of nothing but an echo or what is older, for which a
   * pull can wait; or of something else.
   */
  hear(event: WorkspaceCursor, place: WorkspaceCursor | null): 'known' | 'echo' | 'new';
  /** Calls `take` some time after the first echo nobody has taken in. */
  takeLater(take: () => void): void;
  /** What was heard is taken in now, or never. */
  taken(): void;
}

export function createOwnEcho(timers: Timers): OwnEcho {
  /** The server's log up to here, behind our place, is what this device pushed. */
  let ownThrough = -1;
  let callOff: (() => void) | null = null;
  return {
    pulledTo(place) {
      // A server put back from an older copy counts from an earlier place: what stands there then may be another's.
      ownThrough = place?.seq ?? -1;
    },
    pushedTo(seqs, place) {
      for (const seq of seqs.toSorted((a, b) => a - b)) {
        if (seq === Math.max(ownThrough, place?.seq ?? -1) + 1) ownThrough = seq;
      }
    },
    hear(event, place) {
      const isSameSite = event.siteId === place?.siteId;
      if (isSameSite && event.seq === place?.seq && event.id === place.id) return 'known';
      return isSameSite && event.seq <= ownThrough ? 'echo' : 'new';
    },
    takeLater(take) {
      callOff ??= timers.after(ECHO_DELAY_MS, () => {
        callOff = null;
        take();
      });
    },
    taken() {
      callOff?.();
      callOff = null;
    },
  };
}
