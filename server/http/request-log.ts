import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Logs one line per request with its id, route, status and time. No query, address, cookie or body: they contain what
 * people typed. Pages from the cache are not logged here: see {@link createHitLog}.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    // The request's own logger adds its id.
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    request.log.info(line, 'answered');
  });
}

/**
 * Logs a page answered from the cache at `debug`; null at any higher level, where such pages are only counted in the
 * metrics, because a line costs a third of the answer (decision 0004).
 */
export function createHitLog(
  app: FastifyInstance,
): ((request: IncomingMessage, response: ServerResponse) => void) | null {
  if (app.log.level !== 'debug' && app.log.level !== 'trace') return null;
  return ({ method }, { statusCode }) => app.log.debug({ method, status: statusCode }, 'answered from the page cache');
}
