import type { FastifyRateLimitOptions, FastifyRateLimitStore, RateLimitPluginOptions } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

type StoreOf = NonNullable<RateLimitPluginOptions['store']>;
interface Counted {
  current: number;
  /** Milliseconds since 1970. */
  since: number;
}

const routeInfo = z.object({ method: z.union([z.string(), z.array(z.string())]), url: z.string() });

/**
 * The largest number of clients counted for one route; beyond it the client whose last call is the oldest is forgotten.
 */
const MOST_CLIENTS = 5000;

/**
 * Creates the store in which rate limits are counted, shared by apps that follow each other: by the route's method and
 * address. `now` in milliseconds since 1970.
 */
export function createSharedLimits(now: () => number = Date.now): StoreOf {
  const routes = new Map<string, LRUCache<string, Counted>>();
  const countsOf = (route: string) => {
    const counts = routes.get(route) ?? new LRUCache<string, Counted>({ max: MOST_CLIENTS });
    routes.set(route, counts);
    return counts;
  };
  class SharedLimits implements FastifyRateLimitStore {
    readonly counts: LRUCache<string, Counted>;

    constructor(_options: FastifyRateLimitOptions, route = '') {
      this.counts = countsOf(route);
    }

    incr(client: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], timeWindow = 60_000): void {
      const time = now();
      const known = this.counts.get(client);
      const counted = known && known.since + timeWindow > time ? known : { current: 0, since: time };
      counted.current += 1;
      this.counts.set(client, counted);
      callback(null, { current: counted.current, ttl: counted.since + timeWindow - time });
    }

    child(options: Parameters<FastifyRateLimitStore['child']>[0]): FastifyRateLimitStore {
      return new SharedLimits({}, nameOf(options));
    }
  }
  return SharedLimits;
}

/** Returns the name of a route. The library gives the route in `routeInfo`, which its types do not declare. */
function nameOf(options: object): string {
  const { method, url } = routeInfo.parse('routeInfo' in options ? options.routeInfo : {});
  return `${[method].flat().join()} ${url}`;
}
