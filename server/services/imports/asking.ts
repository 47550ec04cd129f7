import { readSitePath } from '#shared/kernel/site-path.ts';

/** What one of the program's own routes answered; `location` where it leads elsewhere. */
export interface Answer {
  status: number;
  location: string | null;
}

/** Asks the program's own routes for an address of the site, in this process. */
export type Ask = (address: string) => Promise<Answer>;

/** Answers led through before an address is given up. */
const MOST_STEPS = 6;

/** The program's routes, without a network between. */
export interface Routes {
  inject(request: { method: 'GET'; url: string; headers: Record<string, string> }): Promise<{
    statusCode: number;
    headers: Record<string, number | string | string[] | undefined>;
  }>;
}

/** Asks as a reader's browser would, without a network between. `origin` is the site's own: "https://blog.example". */
export function askingRoutes(http: Routes, origin: string): Ask {
  const { host } = new URL(origin);
  return async (address) => {
    const accept = /\/(feed|rss)\/?$|\.xml$/.test(address) ? 'application/rss+xml, */*;q=0.5' : 'text/html';
    const answer = await http.inject({ method: 'GET', url: address, headers: { host, accept } });
    const { location } = answer.headers;
    return { status: answer.statusCode, location: typeof location === 'string' ? location : null };
  };
}

/** Where a reader of an old address ends. */
export interface Ending {
  status: number;
  /** The last address, whole for one of another site. */
  at: string;
  steps: number;
}

/**
 * Follows an address to its end. What leads to another site ends there: it is not asked. Ends that many addresses have are
 * asked once.
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
