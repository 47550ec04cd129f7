import { SITE_HEADER } from '#shared/contract/endpoint.ts';
import { AGE_HEADER, UPLOAD_HEADER } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '../log.ts';
import {
  CACHED_HEADERS,
  type CachedResponse,
  cachePolicy,
  type ResponseCache,
  sameResponseAs,
} from '../response-cache/index.ts';
import type { Network } from '../servers/network.ts';
import { isGatewayFault, type ServerSession } from '../servers/server-session.ts';
import { countSent } from './count-sent.ts';
import { APP_ORIGIN } from './scheme.ts';

interface ForwardOptions {
  session: ServerSession;
  cache: ResponseCache;
  network: Pick<Network, 'isOnline' | 'doubt'>;
  clock: Clock;
  log: Log;
  /** Milliseconds a server may take before what is kept is given instead. */
  patience?: number;
  /** So many bytes of the upload of this name have gone. */
  onSent?: (id: string, bytes: number) => void;
}

/** What is kept of an address, how long that is good for, and when nobody waits any more. */
interface Kept {
  kept: CachedResponse | null;
  kind: NonNullable<ReturnType<typeof cachePolicy>>;
  gone: AbortSignal;
}

/** What the page may say to the server about a request. Everything else (origin, cookies, `Sec-Fetch-…`) is ours to say. */
const PASSED_ON = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'range',
  // Of the page, not of the server in use: the page may have been loaded for another one.
  SITE_HEADER,
];

const SAFE = new Set(['GET', 'HEAD']);
const METHODS = new Set([...SAFE, 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Types the page is given as they are. HTML, SVG and XML of the server never run under our origin. */
const PLAIN_TYPES =
  /^(?:application\/(?:json|octet-stream)|text\/(?:event-stream|plain|csv)|image\/(?!svg)[\w.+-]+)\s*(?:;|$)/i;

/** True for the addresses of `app://ninefold` that the server answers. */
export const isForwarded = (pathname: string) => pathname.startsWith('/api/') || pathname.startsWith('/uploads/');

/**
 * Answers a request of the page by asking the server. Bodies stream both ways. Reading calls fall back on the last good
 * answer when the server cannot be reached, with its age in {@link AGE_HEADER}; without one, and for everything that
 * writes, the page sees a failed connection, which the admin knows as "offline". `gone` ends the request at the server.
 */
export function createForward(options: ForwardOptions): (request: Request, gone?: AbortSignal) => Promise<Response> {
  const { session, cache, network, clock, log, patience = 4000, onSent = () => undefined } = options;

  return async (request, gone = request.signal) => {
    const address = addressAtServer(request.url);
    if (address === null || !METHODS.has(request.method)) return refused(400);
    // A page framed from the server may not write through us.
    const from = request.headers.get('origin');
    if (from !== null && from !== APP_ORIGIN) return refused(403);

    const kind = request.method === 'GET' ? cachePolicy(address.pathname) : null;
    if (kind === null) return live(request, address, gone);
    const kept = cache.get(keyOf(address));
    if (kind === 'always' && kept) return given(kept);
    return read(request, address, { kept, kind, gone });
  };

  /** An answer that is not kept, streaming. */
  async function live(request: Request, address: URL, gone: AbortSignal): Promise<Response> {
    const other = sameResponseAs(request.method, address.pathname);
    try {
      const response = await ask(request, address, gone);
      return other !== null && isGood(response) ? await keep(other, response) : passedOn(response);
    } catch (error) {
      return unreached(request, error, gone);
    }
  }

  /** The answer of the server, which is kept for later; where there is none, the answer that was kept before. */
  async function read(request: Request, address: URL, { kept, kind, gone }: Kept): Promise<Response> {
    const hurry = new AbortController();
    const signal = AbortSignal.any([gone, hurry.signal]);
    const limit = network.isOnline() ? patience : patience / 4;
    const timer = kept ? setTimeout(() => hurry.abort(), limit) : undefined;
    try {
      const response = await ask(request, address, signal);
      if (isGatewayFault(response) && kept) {
        await response.body?.cancel();
        return given(kept);
      }
      return isGood(response) && (kind === 'last' || mayStay(response))
        ? await keep(keyOf(address), response)
        : passedOn(response);
    } catch (error) {
      if (!kept || gone.aborted) return unreached(request, error, gone);
      if (hurry.signal.aborted) network.doubt();
      return given(kept);
    } finally {
      clearTimeout(timer);
    }
  }

  async function keep(key: string, response: Response): Promise<Response> {
    const body = new Uint8Array(await response.arrayBuffer());
    const headers = Object.fromEntries(
      CACHED_HEADERS.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
    cache.put(key, { headers, body });
    return new Response(body, { status: 200, headers: answerHeaders(response) });
  }

  function ask(request: Request, { pathname, search }: URL, signal: AbortSignal): Promise<Response> {
    const headers = new Headers();
    for (const name of PASSED_ON) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    const init: RequestInit & { duplex?: 'half' } = { method: request.method, headers, signal };
    if (!SAFE.has(request.method) && request.body) {
      const upload = request.headers.get(UPLOAD_HEADER);
      const body = upload === null ? request.body : countSent(request.body, (bytes) => onSent(upload, bytes));
      Object.assign(init, { body, duplex: 'half' });
    }
    return session.fetch(pathname + search, init);
  }

  function given({ headers, body, at }: CachedResponse): Response {
    const made = guarded(new Headers(headers));
    made.set(AGE_HEADER, String(Math.max(0, Math.round((clock.now() - at) / 1000))));
    return new Response(body, { headers: made });
  }

  function unreached(request: Request, error: unknown, gone: AbortSignal): Response {
    // The path alone: a query may hold what the owner looks for.
    if (!gone.aborted) log.info(`No answer to ${request.method} ${new URL(request.url).pathname} (${String(error)})`);
    return Response.error();
  }

  /** The address at the server; null where dots or backslashes lead out of what is forwarded. */
  function addressAtServer(url: string): URL | null {
    const { pathname, search } = new URL(url);
    const target = `${session.origin}${pathname}${search}`;
    if (!URL.canParse(target)) return null;
    const address = new URL(target);
    return address.origin === session.origin && isForwarded(address.pathname) ? address : null;
  }
}

const keyOf = ({ pathname, search }: URL) => pathname + search;

const isPlain = (response: Response) => PLAIN_TYPES.test(response.headers.get('content-type') ?? '');

/** An answer worth keeping. */
const isGood = (response: Response) => response.status === 200 && isPlain(response);

/** A picture that stands in for another, or lies in the bin, may be another one tomorrow. */
const mayStay = (response: Response) => !/\bno-store\b/i.test(response.headers.get('cache-control') ?? '');

const passedOn = (response: Response) =>
  new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers: answerHeaders(response),
  });

/** Of the server's headers those that describe the answer; the rules of our origin are ours. */
function answerHeaders(response: Response): Headers {
  const headers = new Headers();
  for (const name of [...CACHED_HEADERS, 'etag', 'retry-after', 'content-range', 'x-request-id']) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (response.body && !isPlain(response)) headers.set('content-type', 'text/plain; charset=utf-8');
  return guarded(headers);
}

/** Nothing the server says is ever a page of ours. */
function guarded(headers: Headers): Headers {
  headers.set('x-content-type-options', 'nosniff');
  headers.set('content-security-policy', "default-src 'none'; sandbox");
  headers.set('cache-control', 'no-store');
  return headers;
}

const refused = (status: number) => new Response(null, { status });
