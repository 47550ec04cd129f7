import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Timers } from '#shared/kernel/timers.ts';

/** Milliseconds to the next step after an error (a full disk). */
const TRIED_AGAIN = 30_000;

interface LoopOptions {
  /** Takes the next step; returns the milliseconds until there may be another. */
  step: () => Promise<number>;
  timers: Timers;
  onError: (error: unknown) => void;
}

/** Runs one step after the other, with the pauses that the steps request. */
export interface StepLoop {
  start(): void;
  /** Ends a pause. */
  wake(): void;
  /** Begins no further step; resolves when the current step is done. */
  stop(): Promise<void>;
}

export function createStepLoop({ step, timers, onError }: LoopOptions): StepLoop {
  let isStopped = false;
  let running: Promise<void> | null = null;
  let endSleep: (() => void) | null = null;
  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const callOff = timers.after(milliseconds, resolve);
      endSleep = () => {
        callOff();
        resolve();
      };
    });
  const run = async () => {
    while (!isStopped) {
      const wait = await step().catch((error: unknown) => {
        onError(error);
        return TRIED_AGAIN;
      });
      if (isStopped) return;
      // Database queries complete in the same turn of the event loop, so without this nothing else would get a turn.
      if (wait === 0) await nextTurn();
      else await sleep(wait);
      endSleep = null;
    }
  };
  return {
    start() {
      running ??= run();
    },
    wake: () => endSleep?.(),
    async stop() {
      isStopped = true;
      endSleep?.();
      await running;
    },
  };
}
