import type { FastifyBaseLogger } from 'fastify';
import type { AppOptions } from '#server/app-options.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { PageCache } from '#server/http/page-cache.ts';
import type { Events } from '#server/services/events/site-events.ts';
import type { IsServed } from '#server/services/links/destinations.ts';
import type { WebhookParts } from '#server/services/webhooks/index.ts';
import { systemTimers, type Timers } from '#shared/kernel/timers.ts';

export interface ServiceOptions extends AppOptions {
  /** Whether a route of the server answers at an address. */
  isServed: IsServed;
  cache: PageCache;
  events: Events;
  webhookParts: WebhookParts;
  /** The addresses of the landing pages. */
  landingPaths: readonly string[];
  log: FastifyBaseLogger;
}

/** The options from which the services of every room are made. */
export interface RoomOptions extends ServiceOptions {
  db: Executor;
  timers: Timers;
  /** Returns an error handler for work that nobody waits for: it writes the error to the log, with these words. */
  failed(what: string): (error: unknown) => void;
}

/** Returns the options, with the values that every room would otherwise derive itself. */
export function roomOptions(options: ServiceOptions): RoomOptions {
  const { database, log, timers = systemTimers } = options;
  return { ...options, db: database.db, timers, failed: (what) => (error) => log.error({ err: error }, what) };
}
