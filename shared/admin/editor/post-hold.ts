import type { Timers } from '#shared/kernel/timers.ts';
import type { WindowLocks } from '../ports.ts';

/** Returns the name under which one tab of a browser holds a post. */
export function holdName(postId: number): string {
  return `ninefold:post:${postId}`;
}

/** Returns the name for holding a new post's draft, by its document's id. */
export function draftHoldName(documentId: string): string {
  return `ninefold:${documentId}`;
}

const TRY_AGAIN_MS = 2000;

/**
 * Waits until a name that another tab holds is free, takes it, and calls `whenHeld` with the function that releases it.
 * Returns the function that stops waiting.
 */
export function waitForHold(
  { locks, timers }: { locks: WindowLocks; timers: Timers },
  name: string,
  whenHeld: (release: () => void) => void,
  firstTryMs = TRY_AGAIN_MS,
): () => void {
  let isStopped = false;
  let cancel = () => {};
  const tryAgain = async () => {
    // If the locks of the host fail, the lock is asked for again too: nothing can be typed here in the meantime.
    const hold = await locks.tryHold(name).catch(() => null);
    if (isStopped) hold?.release();
    else if (hold) whenHeld(hold.release);
    else cancel = timers.after(TRY_AGAIN_MS, () => void tryAgain());
  };
  cancel = timers.after(firstTryMs, () => void tryAgain());
  return () => {
    isStopped = true;
    cancel();
  };
}
