import type { Executor } from '#server/db/transaction.ts';
import { nextDuePost, recordDuePosts } from '#server/repositories/posts/post-events.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type WatchDue, watchDue } from './watch-due.ts';

interface DuePostsOptions {
  db: Executor;
  clock: Clock;
  /** Called when posts have gone live and this is recorded. */
  onDue: () => void;
  /** Called when posts are live now, but this could not be recorded; it is retried. */
  onError: (error: unknown) => void;
}

/** Makes scheduled posts go live by themselves, to the minute, also across a restart. */
export function watchDuePosts({ db, clock, onDue, onError }: DuePostsOptions): WatchDue {
  const look = async () => {
    if ((await recordDuePosts(db, clock.now())) > 0) onDue();
    return nextDuePost(db);
  };
  return watchDue({ clock, look, onError });
}
