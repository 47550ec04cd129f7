/** The timers that the rooms use: they are passed in, so that a test decides when the time has come. */
export interface Timers {
  /** Calls `run` once, `milliseconds` from now. Returns a function that cancels the call. */
  after(milliseconds: number, run: () => void): () => void;
}

/** Every runtime has these functions, but other code is not to use them: Node returns an object, a browser a number. */
declare function setTimeout(run: () => void, milliseconds: number): number | { unref(): void };
declare function clearTimeout(timer: ReturnType<typeof setTimeout>): void;

/** The real timers of the machine. They do not keep a process alive. */
export const systemTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    if (typeof timer === 'object') timer.unref();
    return () => clearTimeout(timer);
  },
};
