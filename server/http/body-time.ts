import type { FastifyInstance } from 'fastify';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import type { Timers } from '#shared/kernel/timers.ts';

/** The shortest time limit, in milliseconds, for receiving a whole request; also the limit for its head. */
const AT_LEAST = 60_000;
/**
 * The bytes per second of the slowest supported connection: a call that accepts a file of gigabytes gets as much time
 * as that needs.
 */
const SLOWEST = 128 * 1024;

/**
 * Ends requests whose bodies do not arrive completely in time; Node itself has only one time limit for all calls. Add
 * this before any other hook, so that it also covers a body that nobody reads.
 */
export function limitBodyTime(http: FastifyInstance, timers: Timers): void {
  http.server.requestTimeout = 0;
  http.server.headersTimeout = AT_LEAST;
  http.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers, routeOptions } = request;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      const largest = routeOptions.config.endpoint?.bodyLimit ?? bodyLimits.none;
      const callOff = timers.after(Math.max(AT_LEAST, (largest / SLOWEST) * 1000), () => {
        if (!raw.complete) raw.destroy();
      });
      raw.once('close', callOff);
    }
    done();
  });
}
