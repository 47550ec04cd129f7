import type { Timers } from '#shared/kernel/timers.ts';

/** Timers that run when a test says that their time has come. */
export interface TestTimers extends Timers {
  /** Milliseconds of those that wait, in the order they were set. */
  waiting(): number[];
  /** Lets so much time pass: runs what is due, in its order, and what that sets if it is due as well. */
  advance(milliseconds: number): void;
  /** Resolves when one that waits so long has been set. */
  set(milliseconds: number): Promise<void>;
}

/** `atOnce`: waits up to so many milliseconds are over at once, for what tries again and again. */
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
