/** Waiting as the rooms see it: passed in, so that a test decides when the time has come. */
export interface Timers {
  /** Calls `run` once, `milliseconds` from now. Gives the function that calls it off. */
  after(milliseconds: number, run: () => void): () => void;
}

/** Every runtime has them, though the rooms are not to see them: Node gives an object, a browser a number. */
declare function setTimeout(run: () => void, milliseconds: number): number | { unref(): void };
declare function clearTimeout(timer: ReturnType<typeof setTimeout>): void;

/** The machine's own. They keep no process alive. */
export const systemTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    if (typeof timer === 'object') timer.unref();
    return () => clearTimeout(timer);
  },
};
