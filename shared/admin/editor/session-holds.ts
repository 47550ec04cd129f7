import type { WindowLocks } from '../ports.ts';
import { holdName } from './post-hold.ts';

/** The names that a session holds, so that no other tab edits the same post. */
export interface SessionHolds {
  add(release: () => void): void;
  /** Holds the post's name as well when a draft has become a post. */
  hold(postId: number): Promise<void>;
  /** Releases all holds, including one that is granted only after this call. */
  releaseAll(): void;
  /** Releases all holds for good: the answer to a save that arrives after the form is closed takes no hold. */
  close(): void;
}

/** `postId`: the post that is already held or waited for; null for a new one. */
export function createSessionHolds(locks: WindowLocks, postId: number | null): SessionHolds {
  let holds: (() => void)[] = [];
  let heldPost = postId;
  let isClosed = false;
  function releaseAll() {
    const released = holds;
    holds = [];
    for (const release of released) release();
  }
  return {
    add: (release) => void holds.push(release),
    async hold(newPostId) {
      if (isClosed || heldPost === newPostId) return;
      heldPost = newPostId;
      const asking = holds;
      const taken = await locks.tryHold(holdName(newPostId));
      if (!taken) return;
      // A hold that is granted after the session has released its holds would never be released.
      if (asking === holds) holds.push(taken.release);
      else taken.release();
    },
    releaseAll,
    close() {
      isClosed = true;
      releaseAll();
    },
  };
}
