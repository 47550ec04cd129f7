import type { Executor } from '#server/db/transaction.ts';
import { eventsAfter, lastEvent, openCursors } from '#server/repositories/event-log.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import type { DurableListener } from './durable-listener.ts';
import type { Events, Listener, SiteEvent } from './site-events.ts';

/** Events read at a time. */
const PAGE = 1000;

interface DispatcherOptions {
  db: Executor;
  /** Durable listeners, each under a name of its own. */
  durable: readonly DurableListener[];
  timers: Timers;
  onError: (error: unknown, listener?: string) => void;
}

export interface EventDispatcher extends Events {
  /** Has a listener told of everything from now on; answers what ends that. */
  listen(listener: Listener): () => void;
  /** Tells from what happens from now on, and delivers what was left to deliver; answers what ends the deliveries. */
  start(): Promise<() => Promise<void>>;
}

/**
 * Tells listeners what happened. Events of posts are read back from where the writes have recorded them, so that it makes
 * no difference who has written: a service, a thread, another process. Durable listeners are woken by the same word.
 */
export function createEventDispatcher({ db, durable, timers, onError }: DispatcherOptions): EventDispatcher {
  const listeners = new Set<Listener>();
  let deliveries: readonly Delivery[] = [];
  /** The place of the last event that was told. */
  let lastTold = 0;

  const tellAll = (events: readonly SiteEvent[]) => {
    for (const listener of listeners) listener(events);
  };
  const tellNext = async (): Promise<boolean> => {
    const events = await eventsAfter(db, lastTold, PAGE);
    // Another call may have told them while this one was reading.
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
      // Two listeners of one name would move one cursor, and each would miss what the other was told.
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
