import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getHealth, getMetrics } from '#shared/contract/meta.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The most requests that wait: four to five seconds of pages rendered one after the other. */
const MAX_WAITING = 500;

/** Health and metrics are requested especially when the server has too much to do. */
const NEVER_QUEUED: ReadonlySet<string | undefined> = new Set([getHealth.path, getMetrics.path]);

/**
 * Begins one request in each iteration of the event loop, in the order in which they came, so that many at once do not
 * block the loop for the sum of their work: between two requests, timers fire, pages from the cache are answered and
 * completed writes are noticed. A request that comes when `maxWaiting` requests already wait is answered 503
 * `overloaded` at once; a request whose client has disconnected in the meantime is dropped.
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
