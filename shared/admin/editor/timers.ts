/** Time as the editor's logic sees it: passed in, so that a test can move it. */
export interface Timers {
  /** Runs once after so many milliseconds; the answer calls it off. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
