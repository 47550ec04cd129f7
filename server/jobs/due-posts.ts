import type { Executor } from '#server/db/transaction.ts';
import { nextDuePost } from '#server/repositories/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';

/** setTimeout counts in 32 bits; a longer wait is taken in pieces. Also the longest a clock that jumped goes unnoticed. */
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
    const wait = Date.parse(next.publishedAt) - clock.now();
    clearTimeout(timer);
    timer = setTimeout(wake, Math.max(0, Math.min(wait, LONGEST_WAIT)), wait);
    timer.unref();
  };
  const wake = (waited: number) => {
    if (waited <= LONGEST_WAIT) onDue();
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
