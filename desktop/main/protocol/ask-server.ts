import { SITE_HEADER } from '#shared/contract/endpoint.ts';
import { UPLOAD_HEADER } from '#shared/contract/ipc.ts';
import type { ServerSession } from '../servers/server-session.ts';
import { countSent } from './count-sent.ts';

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
/** Methods the page may ask with. */
export const METHODS = new Set([...SAFE, 'POST', 'PUT', 'PATCH', 'DELETE']);

interface AskOptions {
  session: Pick<ServerSession, 'fetch'>;
  /** So many bytes of the upload of this name have gone. */
  onSent: (id: string, bytes: number) => void;
}

/** Asks the server what the page asks, at an address of the server's. */
export type AskServer = (request: Request, address: URL, signal: AbortSignal) => Promise<Response>;

export function createAskServer({ session, onSent }: AskOptions): AskServer {
  return (request, { pathname, search }, signal) => {
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
  };
}
