import type { Timers } from '#shared/workspace/timers.ts';

export type { Timers };

export const systemTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
