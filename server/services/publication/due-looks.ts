import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { DueWatch } from './due-watch.ts';
import type { Publications } from './publish-once.ts';

/**
 * Milliseconds between two checks for changes that only time causes: posts that become due, another server, old files.
 */
const LOOK_EVERY = 60_000;

interface LooksOptions {
  publications: Pick<Publications, 'sweep'>;
  due: Pick<DueWatch, 'isOther'>;
  timers: Timers;
  clock: Clock;
  isOver: () => boolean;
  isPublishing: () => boolean;
  /** Called when readers may have to see something other than what is published. */
  onDue: () => void;
  onFault: (error: unknown) => void;
}

/** Checks, one after the other, for changes that only time causes. */
export interface DueLooks {
  /** Starts regular checks. */
  start(): void;
  /** Checks now for posts that may be due. */
  look(): void;
  /** Resolves when no check is running. */
  close(): Promise<void>;
}

export function createDueLooks(options: LooksOptions): DueLooks {
  const { publications, due, timers, clock, isOver, isPublishing, onDue, onFault } = options;
  let looking: Promise<void> = Promise.resolve();
  let callOff: (() => void) | null = null;

  const inTurn = (work: () => Promise<void>) => {
    looking = looking.then(work).catch(onFault);
    return looking;
  };
  const lookForDue = async () => {
    if (!isOver() && (await due.isOther(clock.now()))) onDue();
  };
  const start = () => {
    callOff = timers.after(LOOK_EVERY, () => {
      void inTurn(async () => {
        await lookForDue();
        // While a publication is being made, only it may change the manifest.
        if (!isPublishing() && !isOver()) await publications.sweep();
      }).then(() => {
        if (!isOver()) start();
      });
    });
  };
  return {
    start,
    look: () => void inTurn(lookForDue),
    async close() {
      callOff?.();
      await looking;
    },
  };
}
