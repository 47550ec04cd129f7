import type { Executor } from '#server/db/transaction.ts';
import { eventsAfter, lastEvent, openCursors } from '#server/repositories/event-log.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import type { DurableListener } from './durable-listener.ts';
import type { Events, Listener, SiteEvent } from './site-events.ts';

/** The number of events that are read at a time. */
const PAGE = 1000;

interface DispatcherOptions {
  db: Executor;
  /** The durable listeners, each with a name of its own. */
  durable: readonly DurableListener[];
  timers: Timers;
  onError: (error: unknown, listener?: string) => void;
}

export interface EventDispatcher extends Events {
  /** Calls a listener with everything that happens from now on; returns the function that unsubscribes it. */
  listen(listener: Listener): () => void;
  /**
   * Starts to report what happens from now on, and to deliver what was left undelivered; returns the function that ends
   * the deliveries.
   */
  start(): Promise<() => Promise<void>>;
}

/**
 * Tells listeners what happened. Events of posts are read from the log in which the writes have recorded them, so the
 * writer can be anything: a service, a thread, another process. The same call wakes the durable listeners.
 */
export function createEventDispatcher({ db, durable, timers, onError }: DispatcherOptions): EventDispatcher {
  const listeners = new Set<Listener>();
  let deliveries: readonly Delivery[] = [];
  /** The position of the last reported event. */
  let lastTold = 0;

  const tellAll = (events: readonly SiteEvent[]) => {
    for (const listener of listeners) listener(events);
  };
  const tellNext = async (): Promise<boolean> => {
    const events = await eventsAfter(db, lastTold, PAGE);
    // Another call may have reported some of these events while this one was reading.
    const fresh = events.filter(({ seq }) => seq > lastTold);
    lastTold = Math.max(lastTold, events.at(-1)?.seq ?? 0);
    if (fresh.length > 0) tellAll(fresh);
    return events.length >= PAGE;
  };
  return {
    async tellPosts() {
      try {
        while (await tellNext());
      } catch (error) {
        onError(error);
        tellAll([{ type: 'site-changed', what: 'unknown' }]);
      }
      for (const delivery of deliveries) delivery.wake();
    },
    tell(change) {
      tellAll([change]);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      const names = durable.map(({ name }) => name);
      // Two listeners with the same name would share a cursor, and each would miss the events that the other received.
      if (new Set(names).size < names.length) throw new Error(`Two listeners have one name: ${names.join(', ')}`);
      await openCursors(db, names);
      lastTold = await lastEvent(db);
      deliveries = durable.map((listener) =>
        createDelivery({ db, listener, timers, onError: (error) => onError(error, listener.name) }),
      );
      for (const delivery of deliveries) delivery.wake();
      return async () => {
        await Promise.all(deliveries.map((delivery) => delivery.stop()));
      };
    },
  };
}
