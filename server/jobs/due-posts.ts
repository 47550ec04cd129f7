import type { Executor } from '#server/db/transaction.ts';
import { nextDuePost } from '#server/repositories/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/**
 * setTimeout counts in 32 bits; a longer wait is taken in pieces. Also the longest that goes unnoticed when the clock
 * jumps or the machine sleeps, which timers do not see.
 */
const LONGEST_WAIT = 60 * 60 * 1000;

export interface DuePosts {
  /** Looks again for the next due post: at start, and after every write. */
  refresh(): Promise<void>;
  stop(): void;
}

/** Makes scheduled posts appear by themselves, to the minute, also across a restart (design §5). */
export function watchDuePosts(options: {
  db: Executor;
  clock: Clock;
  onDue: () => void;
  onError: (error: unknown) => void;
}): DuePosts {
  const { db, clock, onDue, onError } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const refresh = async () => {
    clearTimeout(timer);
    const next = await nextDuePost(db, clock.now());
    if (!next || isStopped) return;
    const dueAt = Date.parse(next.publishedAt);
    clearTimeout(timer);
    timer = setTimeout(wake, Math.max(0, Math.min(dueAt - clock.now(), LONGEST_WAIT)), dueAt);
    timer.unref();
  };
  const wake = (dueAt: number) => {
    if (clock.now() >= dueAt) onDue();
    refresh().catch(onError);
  };
  return {
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
