import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAtOnce } from '#tests/read-at-once.ts';
import type { Cookies } from './cookies.ts';
import type { Protocol } from './protocol.ts';

export type NetworkInit = RequestInit & { bypassCustomProtocolHandlers?: boolean; duplex?: 'half' };

interface Network {
  cookies: Cookies;
  protocol: Protocol;
  isOffline: boolean;
  getUserAgent(): string;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
/** Chromium's names for the errors of Node's network. */
const NET_ERRORS: Record<string, string> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  UND_ERR_SOCKET: 'net::ERR_CONNECTION_CLOSED',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'net::ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'net::ERR_TIMED_OUT',
};

/** `net.fetch` and `session.fetch`: files, the app's schemes, and the network with the session's cookies. */
export async function fetchThrough(
  network: Network,
  input: string | URL | Request,
  init: NetworkInit = {},
): Promise<Response> {
  const { bypassCustomProtocolHandlers = false, ...rest } = init;
  const request = new Request(input, { ...rest, ...(rest.body ? { duplex: 'half' } : {}) } as RequestInit);
  const url = new URL(request.url);
  const handler = network.protocol.handlers.get(url.protocol.slice(0, -1));
  if (handler && !bypassCustomProtocolHandlers) return handler(request);
  if (url.protocol === 'file:') return fileAnswer(url);
  if (url.protocol === 'data:') return fetch(request);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error('net::ERR_UNKNOWN_URL_SCHEME');
  if (network.isOffline) throw new Error('net::ERR_INTERNET_DISCONNECTED');
  return overTheNetwork(network, request, url);
}

async function overTheNetwork(network: Network, request: Request, url: URL): Promise<Response> {
  const headers = new Headers(request.headers);
  if (!headers.has('user-agent')) headers.set('user-agent', network.getUserAgent());
  headers.set('accept-encoding', 'identity');
  const origin = headers.get('origin');
  // As in Electron's net.fetch: a request without an origin of its own counts as one with all credentials.
  const hasCredentials =
    request.credentials === 'include' ||
    (request.credentials === 'same-origin' && (origin === null || origin === url.origin));
  const cookies = hasCredentials ? network.cookies.headerFor(url) : '';
  if (cookies) headers.set('cookie', cookies);
  const response = await fetch(request.url, {
    method: request.method,
    headers,
    body: request.body,
    signal: request.signal,
    redirect: 'manual',
    ...(request.body ? { duplex: 'half' } : {}),
  } as RequestInit).catch((error: unknown) => {
    throw asNetError(error, request.signal);
  });
  if (hasCredentials) for (const header of response.headers.getSetCookie()) network.cookies.take(header, url);
  const location = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || location === null) return readAtOnce(response);
  await response.body?.cancel();
  // Electron's net.fetch never returns a redirect to its caller.
  if (request.redirect !== 'follow') throw new Error('Redirect was cancelled');
  return fetchThrough(network, new URL(location, url), { method: 'GET', headers: request.headers });
}

function asNetError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
  return new Error(NET_ERRORS[cause?.code ?? ''] ?? 'net::ERR_FAILED', { cause: error });
}

async function fileAnswer(url: URL): Promise<Response> {
  const file = fileURLToPath(url);
  const bytes = await readFile(file).catch(() => {
    throw new Error('net::ERR_FILE_NOT_FOUND');
  });
  const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } });
}
