import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import { pageCaller } from './page-caller.ts';
import { readersCalls } from './readers-calls.ts';

/** How long a post must be in sight before it counts as read, in milliseconds. */
export const IN_SIGHT = 1000;

/** What counting needs of its browser; passed in so that the rule can be tested. */
export interface ViewHost extends Timers {
  isVisible: () => boolean;
  /** Calls back whenever the page comes into sight or goes out of it; returns a function that ends it. */
  onVisibilityChange: (callback: () => void) => () => void;
  send: (postId: number) => void;
}

const browserHost: ViewHost = {
  ...systemTimers,
  isVisible: () => document.visibilityState === 'visible',
  onVisibilityChange(callback) {
    document.addEventListener('visibilitychange', callback);
    return () => document.removeEventListener('visibilitychange', callback);
  },
  send(id) {
    // keepalive: it arrives also when the reader follows a link at that moment. A view that is lost is no fault.
    pageCaller.call(readersCalls.countView, { params: { id }, keepalive: true }).catch(() => {});
  },
};

/** Posts counted since the page was loaded. */
const countedThisVisit = new Set<number>();

/**
 * Counts one reading of a post once it has been in sight for a second: tabs opened in the background, pages loaded
 * ahead and readers who turn round at once do not count. Once a visit; the server counts once a reader a day. Returns a
 * function that cancels it.
 */
export function countView(postId: number, host: ViewHost = browserHost, counted: Set<number> = countedThisVisit) {
  if (counted.has(postId)) return () => {};
  let cancelWait: (() => void) | undefined;
  const watch = () => {
    cancelWait?.();
    cancelWait = host.isVisible() ? host.after(IN_SIGHT, count) : undefined;
  };
  const stopListening = host.onVisibilityChange(watch);
  const stop = () => {
    cancelWait?.();
    stopListening();
  };
  const count = () => {
    stop();
    counted.add(postId);
    host.send(postId);
  };
  watch();
  return stop;
}
