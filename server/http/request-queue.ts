import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getHealth, getMetrics } from '#shared/contract/meta.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Four to five seconds of pages rendered anew, one after the other. */
const MAX_WAITING = 500;

/** Whether the server lives, and what it is busy with, is asked just when it has too much to do. */
const NEVER_QUEUED: ReadonlySet<string | undefined> = new Set([getHealth.path, getMetrics.path]);

/**
 * Begins one request in each iteration of the event loop, in the order they came, so that many at once do not hold it
 * for the sum of their work: between two, timers fire, pages from the cache are answered and finished writes are
 * noticed. A request that comes when `maxWaiting` wait already is answered 503 `overloaded` at once; one whose client
 * has gone meanwhile is dropped.
 */
export function queueRequests(app: FastifyInstance, maxWaiting: number = MAX_WAITING): void {
  const waiting: { request: FastifyRequest; begin: () => void }[] = [];
  let hasBegunOne = false;

  const beginNext = () => {
    let next = waiting.shift();
    while (next?.request.raw.socket.destroyed) next = waiting.shift();
    hasBegunOne = next !== undefined;
    if (!next) return;
    setImmediate(beginNext);
    next.begin();
  };

  app.addHook('onRequest', (request, _reply, done) => {
    if (NEVER_QUEUED.has(request.routeOptions.url)) return done();
    if (!hasBegunOne) {
      hasBegunOne = true;
      setImmediate(beginNext);
      return done();
    }
    if (waiting.length >= maxWaiting) return done(new AppError('overloaded'));
    waiting.push({ request, begin: done });
  });
}
