import type { Timers } from '#shared/kernel/timers.ts';

/** Timers that run when a test says that their time has come. */
export interface TestTimers extends Timers {
  /** Returns the remaining milliseconds of the waiting timers, in the order in which they were set. */
  waiting(): number[];
  /** Lets this much time pass: runs the timers that are due, in order, and those set by them that are due as well. */
  advance(milliseconds: number): void;
  /** Resolves when a timer that waits this long has been set. */
  set(milliseconds: number): Promise<void>;
}

/**
 * Creates timers for tests. `atOnce`: waits of at most this many milliseconds end at once, for code that retries again
 * and again.
 */
export function createTestTimers({ atOnce = -1 }: { atOnce?: number } = {}): TestTimers {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  let watchers: { milliseconds: number; resolve: () => void }[] = [];
  const look = () => {
    watchers = watchers.filter(({ milliseconds, resolve }) => {
      const isSet = timers.some(({ at }) => at - now === milliseconds);
      if (isSet) resolve();
      return !isSet;
    });
  };
  return {
    after(milliseconds, run) {
      if (milliseconds <= atOnce) {
        const immediate = setImmediate(run);
        return () => clearImmediate(immediate);
      }
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      look();
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    waiting: () => timers.map(({ at }) => at - now),
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        now = Math.max(now, due.at);
        timers = timers.filter((each) => each !== due);
        due.run();
      }
      now = end;
    },
    set(milliseconds) {
      return new Promise((resolve) => {
        watchers.push({ milliseconds, resolve });
        look();
      });
    },
  };
}
