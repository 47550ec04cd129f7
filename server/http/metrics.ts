import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isLoopbackHost } from './known-hosts.ts';
import type { PageCache } from './page-cache.ts';

export interface Metrics {
  /** The metrics as Prometheus text. */
  text(): Promise<string>;
  /** The registry for further metrics. */
  readonly registry: Registry;
  /**
   * Whether a request may read the metrics: it has the token, or it comes from a loopback peer, names a loopback host,
   * and has no forwarding headers.
   */
  allows(request: FastifyRequest): boolean;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** The headers that proxies add to a request. */
const FORWARDING = /^(?:forwarded|via|x-real-ip|x-forwarded-.+)$/;

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Measures requests and their time by route and status; the page cache counts its own pages. */
export function addMetrics(
  app: FastifyInstance,
  { cache, token }: { cache: PageCache; token: string | undefined },
): Metrics {
  const registry = new Registry();
  const ofProcess = processMetrics();
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer, without pages answered from the cache',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const pages = new Counter({
    name: 'page_cache_requests_total',
    help: 'Pages asked for, by whether a kept copy could be answered',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ result: 'hit' }, cache.hits);
      this.inc({ result: 'miss' }, cache.misses);
    },
  });
  const size = new Gauge({
    name: 'page_cache_bytes',
    help: 'Memory of the pages kept',
    registers: [registry],
    collect() {
      this.set(cache.bytes);
    },
  });
  registry.registerMetric(pages);
  registry.registerMetric(size);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return {
    registry,
    text: async () => `${await ofProcess.metrics()}\n${await registry.metrics()}`,
    allows(request) {
      const { authorization } = request.headers;
      if (token && authorization && sameText(authorization, `Bearer ${token}`)) return true;
      const peer = request.raw.socket.remoteAddress ?? '';
      // The page of another site, whose name was made to resolve to this machine (DNS rebinding), may not read them
      // either.
      if (!LOOPBACK.has(peer) || !isLoopbackHost(request.headers.host)) return false;
      return !Object.keys(request.headers).some((name) => FORWARDING.test(name));
    },
  };
}

let registry: Registry | undefined;

/**
 * Metrics of the process: its memory, its event loop, its garbage collection. Registered once, however many apps run in
 * it: the library's observers cannot be removed, and would keep a closed app and all its objects in memory.
 */
function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
