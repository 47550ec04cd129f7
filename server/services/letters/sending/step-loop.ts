import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Timers } from '#shared/kernel/timers.ts';

/** Milliseconds to the next step after something could not be done (a full disk). */
const TRIED_AGAIN = 30_000;

interface LoopOptions {
  /** Does the next thing; answers the milliseconds until there may be another. */
  step: () => Promise<number>;
  timers: Timers;
  onError: (error: unknown) => void;
}

/** One step after the other, with the pauses they ask for. */
export interface StepLoop {
  start(): void;
  /** Ends a pause. */
  wake(): void;
  /** Begins no step any more; resolves when the one under way is done. */
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
      // Queries answer without leaving the turn of the event loop they are asked in.
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
