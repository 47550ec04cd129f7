import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getHealth, getMetrics } from '#shared/contract/meta.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Four to five seconds of pages rendered anew, one after the other. */
const MOST_WAITING = 500;

/** Whether the server lives, and what it is busy with, is asked just when it has too much to do. */
const AT_ONCE: ReadonlySet<string | undefined> = new Set([getHealth.path, getMetrics.path]);

/**
 * Begins one request a turn of the event loop, in the order they came, so that many at once do not hold it for the sum
 * of their work: between two, timers fire, pages from the cache are answered and finished writes are noticed. Who comes
 * when `mostWaiting` wait already is answered 503 `overloaded` at once; who has gone meanwhile is not worked for.
 */
export function takeTurns(app: FastifyInstance, mostWaiting: number = MOST_WAITING): void {
  const waiting: { request: FastifyRequest; begin: () => void }[] = [];
  let isTaken = false;

  const nextTurn = () => {
    let next = waiting.shift();
    while (next?.request.raw.socket.destroyed) next = waiting.shift();
    isTaken = next !== undefined;
    if (!next) return;
    setImmediate(nextTurn);
    next.begin();
  };

  app.addHook('onRequest', (request, _reply, done) => {
    if (AT_ONCE.has(request.routeOptions.url)) return done();
    if (!isTaken) {
      isTaken = true;
      setImmediate(nextTurn);
      return done();
    }
    if (waiting.length >= mostWaiting) return done(new AppError('overloaded'));
    waiting.push({ request, begin: done });
  });
}
