import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { DueWatch } from './due-watch.ts';
import type { Publications } from './publish-once.ts';

/** Milliseconds between two looks at what time alone changes: posts that come to be due, another server, old files. */
const LOOK_EVERY = 60_000;

interface LooksOptions {
  publications: Pick<Publications, 'sweep'>;
  due: Pick<DueWatch, 'isOther'>;
  timers: Timers;
  clock: Clock;
  isOver: () => boolean;
  isPublishing: () => boolean;
  /** Readers may see something else than what is published. */
  onDue: () => void;
  onFault: (error: unknown) => void;
}

/** Looks, one after the other, for what time alone changes. */
export interface DueLooks {
  /** From now on again and again. */
  start(): void;
  /** Now, for what may be due. */
  look(): void;
  /** Resolves when no look is under way. */
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
        // While one is made, the manifest is its.
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
