import { SITE_HEADER } from '#shared/contract/endpoint.ts';
import { UPLOAD_HEADER } from '#shared/contract/ipc.ts';
import type { ServerSession } from '../servers/server-session.ts';
import type { Sent } from '../waiting-pictures/index.ts';
import { countSent } from './count-sent.ts';
import { inSlices } from './in-slices.ts';

/** The headers that the page may send to the server. All others (origin, cookies, `Sec-Fetch-…`) are set by the app. */
const PASSED_ON = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'range',
  // The page's header, not that of the server in use: the page may have been loaded for another server.
  SITE_HEADER,
];

/** Methods that change nothing on the server. */
export const SAFE = new Set(['GET', 'HEAD']);
/** Methods that the page may use. */
export const METHODS = new Set([...SAFE, 'POST', 'PUT', 'PATCH', 'DELETE']);

interface AskOptions {
  session: Pick<ServerSession, 'fetch'>;
  /** Called with the number of bytes sent so far of the upload of this name. */
  onSent: (id: string, bytes: number) => void;
}

/** A request of the page, and the signal that nothing waits for its answer any more. */
export interface Asked {
  request: Request;
  /** The address at the server. */
  address: URL;
  gone: AbortSignal;
  /** The body that replaces the request's own, and headers that override its own. */
  sent?: Sent;
}

/** Sends the page's request to the server, until the signal is aborted. */
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
