import type { Clock } from '#shared/kernel/clock.ts';

/**
 * The longest that goes unnoticed when the clock jumps or the machine sleeps, which timers do not see. What happens so often
 * is a comparison of two numbers, no question to the database.
 */
const LONGEST_SLEEP = 30_000;
/** The longest without a look at what is due, by a clock that nothing sets. */
const LONGEST_WAIT = 60 * 60 * 1000;
/** Milliseconds until it is tried again where what is due could not be done (a full disk). */
const TRIED_AGAIN = 60_000;

export interface WatchDue {
  /** Looks again for what is due next, at start and after every write. Never rejects. */
  refresh(): Promise<void>;
  stop(): void;
}

interface WatchDueOptions {
  clock: Clock;
  /** Does what is due, and answers when the next is: ISO 8601, null for never. */
  look: () => Promise<string | null>;
  /** It could not be done; it is tried again. */
  onError: (error: unknown) => void;
}

/** Has what is due done at its time, to the second, also across a restart; one look at a time. */
export function watchDue({ clock, look, onError }: WatchDueOptions): WatchDue {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking: Promise<void> | null = null;
  let isAskedAgain = false;

  const waitFor = (milliseconds: number) => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(refresh, milliseconds);
    timer.unref();
  };
  const waitUntil = (time: number, patience = LONGEST_WAIT) => {
    clearTimeout(timer);
    if (isStopped) return;
    const sleep = Math.max(0, Math.min(time - clock.now(), LONGEST_SLEEP));
    timer = setTimeout(() => {
      if (clock.now() >= time || patience <= sleep) void refresh();
      else waitUntil(time, patience - sleep);
    }, sleep);
    timer.unref();
  };
  const lookOnce = async () => {
    try {
      const next = await look();
      if (next === null) clearTimeout(timer);
      else waitUntil(Date.parse(next));
    } catch (error) {
      onError(error);
      waitFor(TRIED_AGAIN);
    }
  };
  const lookUntilDone = async () => {
    do {
      isAskedAgain = false;
      await lookOnce();
    } while (isAskedAgain && !isStopped);
    looking = null;
  };
  function refresh(): Promise<void> {
    isAskedAgain = looking !== null;
    looking ??= lookUntilDone();
    return looking;
  }
  return {
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
