import type { Timers } from '#shared/kernel/timers.ts';

/** Milliseconds. A page that hangs must not keep the app from ending. */
const PATIENCE = 5000;

/** What a page holds once it has written everything. */
export interface Flushed {
  /** There are words the server does not have; also true where the page does not say. */
  isUnsaved: boolean;
}

interface FlushingOptions {
  /** Tells the page. */
  ask(): void;
  timers: Timers;
  warn(message: string): void;
}

/** Has a page write everything it holds, as often as it is asked. */
export function createFlushing({ ask, timers, warn }: FlushingOptions) {
  let waiting: { answer: Promise<Flushed>; end: (flushed: Flushed) => void } | null = null;
  return {
    /** Resolves when the page has, or does not answer. */
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
    /** The page has written everything. */
    flushed: (flushed: Flushed) => waiting?.end(flushed),
    /** The page is gone. */
    gone: () => waiting?.end({ isUnsaved: false }),
  };
}
