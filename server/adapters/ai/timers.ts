/** Waiting as the rooms see it: passed in, so that a test decides when the time has come. */
export interface Timers {
  /** Calls `run` once, `milliseconds` from now. Gives the function that calls it off. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The machine's own. They keep no process alive. */
export const systemTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves after so long, or rejects with the signal's reason as soon as it is aborted. */
export function sleep(timers: Timers, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const callOff = timers.after(milliseconds, () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    });
    const giveUp = () => {
      callOff();
      reject(signal.reason);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
