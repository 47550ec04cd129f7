import type { FastifyInstance } from 'fastify';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import type { Timers } from '#shared/kernel/timers.ts';

/** Milliseconds a request may take to come to its end, its head alone too. */
const AT_LEAST = 60_000;
/** Bytes a second of the slowest line that is waited for: a call that takes a file of gigabytes has as long as that needs. */
const SLOWEST = 128 * 1024;

/**
 * Ends requests whose bodies do not come to their end in time, which Node would do after one time for all calls. To be added
 * before any other hook: also a body that nobody reads is waited for no longer.
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
