import { flushed } from '#server/db/flushed.ts';
import type { Executor } from '#server/db/transaction.ts';
import { eventsAfter, getCursor, moveCursor } from '#server/repositories/event-log.ts';
import type { EventCause } from '#server/repositories/posts/post-events.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { type DurableListener, NotNow } from './durable-listener.ts';

/** The number of events that are read at a time. */
const PAGE = 1000;
/** Milliseconds between the first failure and the second attempt; doubled for each further attempt. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 10 * 60 * 1000;
/** The longest pause, in milliseconds, that a listener may ask for. */
const LONGEST_ASKED = 60 * 60 * 1000;

const NO_NEWS: ReadonlySet<EventCause> = new Set(['import', 'restore']);

interface DeliveryOptions {
  db: Executor;
  listener: DurableListener;
  timers: Timers;
  onError: (error: unknown) => void;
}

export interface Delivery {
  /** Says that there may be something to deliver. */
  wake(): void;
  /** Stops the delivery; resolves when nothing is running any more. */
  stop(): Promise<void>;
}

/** Delivers to one listener the events after its cursor, one list after the other; a failed delivery is retried. */
export function createDelivery({ db, listener, timers, onError }: DeliveryOptions): Delivery {
  const stopped = new AbortController();
  let running: Promise<void> | null = null;
  let isAsked = false;
  let failures = 0;
  let callOff: (() => void) | null = null;

  const deliver = async () => {
    while (!stopped.signal.aborted) {
      const events = await eventsAfter(db, await getCursor(db, listener.name), PAGE);
      const last = events.at(-1);
      if (!last) return;
      const wanted = listener.isOutside ? events.filter(({ cause }) => !NO_NEWS.has(cause)) : events;
      if (wanted.length > 0) {
        await flushed(db);
        await listener.handle(wanted, stopped.signal);
      }
      // If the server is killed before this line, it delivers the same list again after its next start.
      await moveCursor(db, listener.name, last.seq);
    }
  };
  const run = async () => {
    try {
      while (isAsked) {
        isAsked = false;
        await deliver();
      }
      failures = 0;
    } catch (error) {
      if (stopped.signal.aborted) return;
      onError(error);
      const asked = error instanceof NotNow ? Math.min(error.after, LONGEST_ASKED) : 0;
      const wait = Math.max(asked, Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT));
      failures += 1;
      callOff = timers.after(wait, () => {
        callOff = null;
        wake();
      });
    } finally {
      running = null;
    }
  };
  const wake = () => {
    if (stopped.signal.aborted || callOff) return;
    isAsked = true;
    running ??= run();
  };
  return {
    wake,
    async stop() {
      stopped.abort();
      callOff?.();
      await running;
    },
  };
}
