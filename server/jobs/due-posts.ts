import type { Executor } from '#server/db/transaction.ts';
import { nextDuePost, recordDuePosts } from '#server/repositories/posts/post-events.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/**
 * setTimeout counts in 32 bits; a longer wait is taken in pieces. Also the longest that goes unnoticed when the clock
 * jumps or the machine sleeps, which timers do not see.
 */
const LONGEST_WAIT = 60 * 60 * 1000;
/** Milliseconds until it is tried again where it could not be recorded that a post is live (a full disk). */
const TRIED_AGAIN = 60_000;

export interface DuePosts {
  /** Looks again for the next due post, at start and after every write; records those that have become due. Never rejects. */
  refresh(): Promise<void>;
  stop(): void;
}

interface DuePostsOptions {
  db: Executor;
  clock: Clock;
  /** Posts have gone live, and it is recorded. */
  onDue: () => void;
  /** Posts are live now, but that could not be recorded; it is tried again. */
  onError: (error: unknown) => void;
}

/** Makes scheduled posts appear by themselves, to the minute, also across a restart. */
export function watchDuePosts({ db, clock, onDue, onError }: DuePostsOptions): DuePosts {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const waitFor = (milliseconds: number) => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(refresh, milliseconds);
    timer.unref();
  };
  const look = async () => {
    if ((await recordDuePosts(db, clock.now())) > 0) onDue();
    const next = await nextDuePost(db);
    if (next === null) clearTimeout(timer);
    else waitFor(Math.max(0, Math.min(Date.parse(next) - clock.now(), LONGEST_WAIT)));
  };
  const refresh = () =>
    look().catch((error: unknown) => {
      onError(error);
      waitFor(TRIED_AGAIN);
    });
  return {
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
