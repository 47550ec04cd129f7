import type { FastifyInstance } from 'fastify';

/**
 * One line a request with its id, route, status and time. No query, address, cookie or body: those hold what people
 * typed. Pages from the cache are counted in the metrics and logged at `debug` only (decision 0004).
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    request.log.info(line, 'answered');
  });
}
