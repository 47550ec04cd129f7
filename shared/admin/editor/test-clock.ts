import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from './timers.ts';

/** A clock and its timers that stand still until a test moves them. */
export function createTestClock(start = 1_000_000): Clock & Timers & { pass(milliseconds: number): Promise<void> } {
  let now = start;
  let waiting: { at: number; run: () => void }[] = [];
  /** What a timer set going has done what it can by then. */
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      waiting.push(timer);
      return () => {
        waiting = waiting.filter((each) => each !== timer);
      };
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const next = waiting.toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > end) break;
        waiting = waiting.filter((each) => each !== next);
        now = next.at;
        next.run();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}
