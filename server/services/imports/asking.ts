import { readSitePath } from '#shared/kernel/site-path.ts';

/** The response of one of the program's own routes; `location` when it redirects. */
export interface Answer {
  status: number;
  location: string | null;
}

/** Requests an address of the site from the program's own routes, in this process. */
export type Ask = (address: string) => Promise<Answer>;

/** The number of redirects that are followed before an address is given up. */
const MOST_STEPS = 6;

/** The program's routes, called without a network. */
export interface Routes {
  inject(request: { method: 'GET'; url: string; headers: Record<string, string> }): Promise<{
    statusCode: number;
    headers: Record<string, number | string | string[] | undefined>;
  }>;
}

/**
 * Makes requests as a reader's browser would, but without a network. `origin` is the site's own:
 * "https://blog.example".
 */
export function askingRoutes(http: Routes, origin: string): Ask {
  const { host } = new URL(origin);
  return async (address) => {
    const accept = /\/(feed|rss)\/?$|\.xml$/.test(address) ? 'application/rss+xml, */*;q=0.5' : 'text/html';
    const answer = await http.inject({ method: 'GET', url: address, headers: { host, accept } });
    const { location } = answer.headers;
    return { status: answer.statusCode, location: typeof location === 'string' ? location : null };
  };
}

/** The address at which a reader of an old address arrives. */
export interface Ending {
  status: number;
  /** The last address; a whole address for another site. */
  at: string;
  steps: number;
}

/**
 * Follows an address to its end. A redirect to another site ends there, and that site is not requested. A target that
 * many addresses share is requested once.
 */
export function createFollower(ask: Ask, origin: string): (address: string) => Promise<Ending> {
  const known = new Map<string, Answer>();
  const MOST_KNOWN = 100_000;
  return async (address) => {
    let at = address;
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const answer = known.get(at) ?? (await ask(at));
      if (steps > 0 && known.size < MOST_KNOWN) known.set(at, answer);
      if (answer.location === null || answer.status < 300 || answer.status > 399)
        return { status: answer.status, at, steps };
      const next = readSitePath(answer.location, origin);
      if (!next) return { status: 200, at: answer.location, steps: steps + 1 };
      at = next.pathname + next.search;
    }
    return { status: 508, at, steps: MOST_STEPS };
  };
}
