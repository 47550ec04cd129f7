/** Time that passes only when the history says so. */
export interface VirtualTime {
  /** Milliseconds since the history began. */
  now(): number;
  after(milliseconds: number, run: () => void): () => void;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
  /** Lets so much time pass, and runs everything that is due, one thing after the other, until it has settled. */
  pass(milliseconds: number): Promise<void>;
}

/** `settle` resolves when everything that was started has settled. */
export function createVirtualTime(settle: () => Promise<void>): VirtualTime {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const after = (milliseconds: number, run: () => void) => {
    const timer = { at: now + milliseconds, run };
    timers.push(timer);
    return () => {
      timers = timers.filter((each) => each !== timer);
    };
  };
  return {
    now: () => now,
    after,
    wait: (milliseconds) => new Promise((resolve) => after(milliseconds, resolve)),
    async pass(milliseconds) {
      const end = now + milliseconds;
      await settle();
      for (;;) {
        const first = Math.min(...timers.map(({ at }) => at));
        if (first > end) break;
        now = Math.max(now, first);
        const due = timers.find(({ at }) => at === first);
        timers = timers.filter((each) => each !== due);
        due?.run();
        await settle();
      }
      now = end;
    },
  };
}
