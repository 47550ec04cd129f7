import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { policyToPage, schemes, toMain, toPage } from './addresses.ts';
import type { Protocol } from './protocol.ts';

/** Headers of the connection between Chromium and the stand-in, which Electron's handlers never see. */
const OF_THE_CONNECTION = new Set(['host', 'connection', 'accept-encoding', 'upgrade-insecure-requests']);
/** Headers that are dropped: a handler's bytes are the page's bytes, whatever these headers say. */
const OF_THE_BYTES = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']);
const HAS_ADDRESSES = /^(?:text\/html|text\/javascript|application\/javascript|text\/css)/i;

/**
 * Answers Chromium for the app's own schemes: each request goes to the handler that main has registered, as a request
 * for `app://…`; bodies stream both ways. Returns the port on 127.0.0.1.
 */
export async function startSchemeServer(protocol: Protocol): Promise<number> {
  const server = createServer((request, response) => {
    answer(protocol, request, response).catch(() => {
      // As in Electron when a handler throws: the request fails, and the page gets no text.
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}

async function answer(protocol: Protocol, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const url = toMain(`http://${incoming.headers.host ?? ''}${incoming.url ?? '/'}`);
  const scheme = url.slice(0, url.indexOf(':'));
  const handler = protocol.handlers.get(scheme);
  const privileges = schemes.get(scheme);
  // Only with these privileges is a scheme an origin that may fetch, store data and count as secure, which is how
  // Chromium treats the app's scheme.
  if (!handler || !privileges?.standard || !privileges.secure || !privileges.supportFetchAPI) {
    outgoing.destroy();
    return;
  }
  const response = await handler(requestOf(url, incoming));
  if (response.type === 'error') {
    outgoing.destroy();
    return;
  }
  for (const [name, value] of response.headers) {
    if (OF_THE_BYTES.has(name)) continue;
    const mapped = name.startsWith('content-security-policy') ? policyToPage(value) : toPage(value);
    outgoing.appendHeader(name, mapped);
  }
  outgoing.statusCode = response.status;
  if (!response.body) {
    outgoing.end();
  } else if (HAS_ADDRESSES.test(response.headers.get('content-type') ?? '')) {
    outgoing.end(toPage(await response.text()));
  } else {
    outgoing.flushHeaders();
    await pipeline(Readable.fromWeb(response.body as WebStream), outgoing);
  }
}

function requestOf(url: string, incoming: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || OF_THE_CONNECTION.has(name)) continue;
    headers.set(name, toMain(Array.isArray(value) ? value.join(', ') : value));
  }
  const { method = 'GET' } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, {
    method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming) as BodyInit, duplex: 'half' } : {}),
  } as RequestInit);
}
