import type { Timers } from '#shared/kernel/timers.ts';

const FIRST_RETRY_MS = 1000;
/** The longest time between two tries. */
export const LAST_RETRY_MS = 60_000;

/** Says when something that failed is tried again: later after each failure, and never at the same time on all devices. */
export interface RetryTimer {
  /** After a failure. */
  later(): void;
  after(milliseconds: number): void;
  callOff(): void;
  /** The other side is there: the next failure is the first again. */
  forget(): void;
}

/** `random`: from 0 to 1. */
export function createRetryTimer(timers: Timers, random: () => number, tryAgain: () => void): RetryTimer {
  let failures = 0;
  let cancel: (() => void) | null = null;
  function callOff(): void {
    cancel?.();
    cancel = null;
  }
  function after(milliseconds: number): void {
    callOff();
    cancel = timers.after(milliseconds * (0.5 + random() / 2), () => {
      cancel = null;
      tryAgain();
    });
  }
  return {
    later() {
      after(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
      failures += 1;
    },
    after,
    callOff,
    forget() {
      failures = 0;
    },
  };
}
