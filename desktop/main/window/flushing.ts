import type { Timers } from '#shared/kernel/timers.ts';

/** The longest time, in milliseconds, to wait for the page. A page that hangs must not prevent the app from ending. */
const PATIENCE = 5000;

/** The state of a page that has written everything. */
export interface Flushed {
  /** Whether there are words that the server does not have; also true when the page does not answer. */
  isUnsaved: boolean;
}

interface FlushingOptions {
  /** Asks the page to write everything. */
  ask(): void;
  timers: Timers;
  warn(message: string): void;
}

/** Makes a page write everything it holds, each time it is asked. */
export function createFlushing({ ask, timers, warn }: FlushingOptions) {
  let waiting: { answer: Promise<Flushed>; end: (flushed: Flushed) => void } | null = null;
  return {
    /** Resolves when the page has written everything, or does not answer. */
    flush(): Promise<Flushed> {
      if (waiting) return waiting.answer;
      const { promise, resolve } = Promise.withResolvers<Flushed>();
      const callOff = timers.after(PATIENCE, () => {
        warn('The page does not say that it has written everything');
        end({ isUnsaved: true });
      });
      const end = (flushed: Flushed) => {
        callOff();
        waiting = null;
        resolve(flushed);
      };
      waiting = { answer: promise, end };
      ask();
      return promise;
    },
    /** Called when the page has written everything. */
    flushed: (flushed: Flushed) => waiting?.end(flushed),
    /** Called when the page is gone. */
    gone: () => waiting?.end({ isUnsaved: false }),
  };
}
