import type { WindowLocks } from '../ports.ts';
import { holdName } from './post-hold.ts';

/** The names a session holds, so that no other tab edits the same post. */
export interface SessionHolds {
  add(release: () => void): void;
  /** A draft that has become a post is held under the post's name as well. */
  hold(postId: number): Promise<void>;
  /** Lets go of all of them, and of what is given only after this. */
  releaseAll(): void;
  /** The same for good: the answer to a save that arrives after the form has gone holds nothing. */
  close(): void;
}

/** `postId`: the post that is held already, or waited for; null for a new one. */
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
      // Nobody would ever give back what a session is given after it has let go.
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
