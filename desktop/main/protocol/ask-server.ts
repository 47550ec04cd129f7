import { SITE_HEADER } from '#shared/contract/endpoint.ts';
import { UPLOAD_HEADER } from '#shared/contract/ipc.ts';
import type { ServerSession } from '../servers/server-session.ts';
import type { Sent } from '../waiting-pictures/index.ts';
import { countSent } from './count-sent.ts';
import { inSlices } from './in-slices.ts';

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

/** Methods that change nothing at the server. */
export const SAFE = new Set(['GET', 'HEAD']);
/** Methods the page may ask with. */
export const METHODS = new Set([...SAFE, 'POST', 'PUT', 'PATCH', 'DELETE']);

interface AskOptions {
  session: Pick<ServerSession, 'fetch'>;
  /** So many bytes of the upload of this name have gone. */
  onSent: (id: string, bytes: number) => void;
}

/** A request of the page, and when nobody waits for its answer any more. */
export interface Asked {
  request: Request;
  /** The server's. */
  address: URL;
  gone: AbortSignal;
  /** What goes in the place of the request's own body, and headers over its own. */
  sent?: Sent;
}

/** Asks the server what the page asks, until the signal is aborted. */
export type AskServer = (asked: Omit<Asked, 'gone'>, signal: AbortSignal) => Promise<Response>;

export function createAskServer({ session, onSent }: AskOptions): AskServer {
  return ({ request, address: { pathname, search }, sent }, signal) => {
    const headers = new Headers();
    for (const name of PASSED_ON) {
      const value = request.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    for (const [name, value] of Object.entries(sent?.headers ?? {})) headers.set(name, value);
    const init: RequestInit & { duplex?: 'half' } = { method: request.method, headers, signal };
    const upload = request.headers.get(UPLOAD_HEADER);
    const ours = sent?.body;
    if (ours !== undefined && (upload === null || typeof ours === 'string'))
      return session.fetch(pathname + search, { ...init, body: ours });
    const given = ours ? inSlices(ours) : request.body;
    if (!SAFE.has(request.method) && given) {
      const body = upload === null ? given : countSent(given, (bytes) => onSent(upload, bytes));
      Object.assign(init, { body, duplex: 'half' });
    }
    return session.fetch(pathname + search, init);
  };
}
