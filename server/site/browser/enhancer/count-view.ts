import type { countView as endpoint } from '#shared/contract/posts.ts';
import { systemTimers, type Timers } from '#shared/kernel/timers.ts';

/** How long a post must be in sight before it counts as read, in milliseconds. */
export const IN_SIGHT = 1000;
const CALL: (typeof endpoint)['path'] = '/api/posts/:id/view';

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
    fetch(CALL.replace(':id', String(id)), { method: 'POST', keepalive: true }).catch(() => {});
  },
};

/** Posts counted since the page was loaded. */
const countedThisVisit = new Set<number>();
/** What stops the waits that are under way, by post. */
const waiting = new Map<number, () => void>();

/**
 * Counts one reading of a post once it has been in sight for a second: tabs opened in the background, pages loaded
 * ahead and readers who turn round at once do not count. Once a visit, whoever asks; the server counts once a reader a
 * day. Returns a function that cancels it.
 */
export function countView(postId: number, host: ViewHost = browserHost, counted: Set<number> = countedThisVisit) {
  if (counted.has(postId)) return () => {};
  const running = waiting.get(postId);
  if (running) return running;
  let cancelWait: (() => void) | undefined;
  const watch = () => {
    cancelWait?.();
    cancelWait = host.isVisible() ? host.after(IN_SIGHT, count) : undefined;
  };
  const stopListening = host.onVisibilityChange(watch);
  const stop = () => {
    cancelWait?.();
    stopListening();
    waiting.delete(postId);
  };
  waiting.set(postId, stop);
  const count = () => {
    stop();
    counted.add(postId);
    host.send(postId);
  };
  watch();
  return stop;
}
