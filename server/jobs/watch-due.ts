import type { Clock } from '#shared/kernel/clock.ts';

/**
 * The longest time, in milliseconds, for which a clock that jumps or a machine that sleeps goes unnoticed; timers do
 * not see either. This frequent check only compares two numbers, without a query to the database.
 */
const LONGEST_SLEEP = 30_000;
/** The longest time, in milliseconds, without a query for what is due, whatever happens to the clock. */
const LONGEST_WAIT = 60 * 60 * 1000;
/** The delay, in milliseconds, before a retry when due work has failed (a full disk). */
const TRIED_AGAIN = 60_000;

export interface WatchDue {
  /** Checks again what is due next, at start and after every write. Never rejects. */
  refresh(): Promise<void>;
  stop(): void;
}

interface WatchDueOptions {
  clock: Clock;
  /** Does the due work, and returns when the next is due: ISO 8601, null for never. */
  look: () => Promise<string | null>;
  /** Called when the work has failed; it is retried. */
  onError: (error: unknown) => void;
}

/** Does due work at its time, to the second, also across a restart; one check at a time. */
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
