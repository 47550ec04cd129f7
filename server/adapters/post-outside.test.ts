import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPostOutside } from './post-outside.ts';

let server: Server;
let address: string;
let respond: (request: IncomingMessage, response: ServerResponse) => unknown;
beforeEach(async () => {
  server = createServer((request, response) => respond(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub?x=1`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const { signal } = new AbortController();
const send = (post = createPostOutside()) => post({ address, type: 'text/plain', body: 'Grüße', signal });

test('the message arrives as it was given, and the status comes back', async () => {
  let said: unknown;
  respond = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    said = [request.method, request.url, request.headers['content-type'], request.headers.cookie, body];
    response.writeHead(204).end();
  };
  expect(await send()).toEqual({ status: 204, retryAfter: undefined });
  expect(said).toEqual(['POST', '/hub?x=1', 'text/plain', undefined, 'Grüße']);
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['-5', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
])('Retry-After: %s is a wait of %s', async (text, wait) => {
  respond = (_request, response) => response.writeHead(429, { 'retry-after': text }).end();
  expect(await send()).toEqual({ status: 429, retryAfter: wait });
});

test('no redirect is followed', async () => {
  const asked: unknown[] = [];
  respond = (request, response) => {
    asked.push(request.url);
    response.writeHead(307, { location: '/elsewhere' }).end();
  };
  expect((await send()).status).toBe(307);
  expect(asked).toEqual(['/hub?x=1']);
});

test('an answer without end is not read', async () => {
  let closed: Promise<void> | undefined;
  respond = (request, response) => {
    closed = new Promise((resolve) => request.socket.on('error', () => undefined).once('close', () => resolve()));
    response.writeHead(200).write('a'.repeat(100_000));
  };
  expect((await send()).status).toBe(200);
  await closed;
});

test('a server that is silent is given up', async () => {
  respond = () => undefined;
  await expect(send(createPostOutside(50))).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a server that hangs up, and one that is not there, are faults', async () => {
  respond = (request) => request.socket.destroy();
  await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' });
  server.close();
  await once(server, 'close');
  await expect(send()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('it ends with its signal', async () => {
  const stop = new AbortController();
  const reason = new Error('the server stops');
  respond = () => stop.abort(reason);
  const post = createPostOutside();
  await expect(post({ address, type: 'text/plain', body: '', signal: stop.signal })).rejects.toBe(reason);
  await expect(post({ address, type: 'text/plain', body: '', signal: stop.signal })).rejects.toBe(reason);
});
