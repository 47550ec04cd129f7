import type { WindowLocks } from '../ports.ts';
import { holdName } from './post-hold.ts';

/** The names a session holds, so that no other tab edits the same post. */
export interface SessionHolds {
  add(release: () => void): void;
  /** A draft that has become a post is held under the post's name as well. */
  hold(postId: number): Promise<void>;
  releaseAll(): void;
}

/** `postId`: the post that is held already, or waited for; null for a new one. */
export function createSessionHolds(locks: WindowLocks, postId: number | null): SessionHolds {
  const holds: (() => void)[] = [];
  let heldPost = postId;
  return {
    add: (release) => void holds.push(release),
    async hold(newPostId) {
      if (heldPost === newPostId) return;
      heldPost = newPostId;
      const taken = await locks.tryHold(holdName(newPostId));
      if (taken) holds.push(taken.release);
    },
    releaseAll() {
      for (const release of holds.splice(0)) release();
    },
  };
}
