import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createPlainServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';
import { toProviderError } from './provider-errors.ts';

const SAID = randomBytes(1_500_000).toString('base64');

let provider: Server;
let address = '';
let respond: (request: IncomingMessage, response: ServerResponse) => unknown;
beforeEach(async () => {
  provider = createServer((request, response) => respond(request, response));
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterEach(() => {
  provider.closeAllConnections();
  provider.close();
});

const fetchBounded = boundedFetch(10_000_000);
const endOf = (request: IncomingMessage) => new Promise((resolve) => request.socket.once('close', resolve));

test('a long answer is read whole although its connection closes behind it', async () => {
  respond = (_request, response) => response.writeHead(200, { connection: 'close' }).end(SAID);
  for (let time = 0; time < 5; time += 1) {
    expect(await (await fetchBounded(address)).text()).toBe(SAID);
  }
});

test('an answer that is compressed unasked is a fault and nothing more, also where its connection closes at once', async () => {
  const packed = gzipSync(SAID);
  respond = (request, response) => {
    expect(request.headers['accept-encoding']).toBe('identity');
    response.writeHead(200, { connection: 'close', 'content-encoding': 'gzip', 'content-length': packed.length });
    response.end(packed);
  };
  for (let time = 0; time < 5; time += 1) {
    await expect(fetchBounded(address)).rejects.toMatchObject({
      code: 'ai_provider_failed',
      message: expect.stringContaining('compressed its answer although asked not to'),
    });
  }
});

test('a refusal that is compressed keeps its status', async () => {
  respond = (_request, response) => {
    response.writeHead(401, { 'content-encoding': 'br', 'retry-after': '3' }).end('not brotli at all');
  };
  const answer = await fetchBounded(address);
  expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([401, '3', '']);
});

test('what the caller says goes along: method, headers and body', async () => {
  respond = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    response.end(JSON.stringify([request.method, request.headers.authorization, body]));
  };
  const headers = { authorization: 'Bearer key' };
  const answer = await fetchBounded(address, { method: 'POST', headers, body: 'a prompt with an é' });
  expect(await answer.json()).toEqual(['POST', 'Bearer key', 'a prompt with an é']);
});

test('a part of an answer is there when the provider has written it', async () => {
  respond = (_request, response) => response.write('the first words');
  const reader = (await fetchBounded(address)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('the first words');
  await reader?.cancel();
});

test('an answer that is too long ends in a fault, and its connection with it', async () => {
  let ended: Promise<unknown> | undefined;
  respond = (request, response) => {
    ended = endOf(request);
    response.write(SAID);
  };
  const answer = await boundedFetch(1000)(address);
  await expect(answer.text()).rejects.toMatchObject({
    code: 'ai_provider_failed',
    message: 'The answer of the AI provider was too large.',
  });
  await ended;
});

test('an answer that breaks off is a fault', async () => {
  respond = (request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('a beginning', () => request.socket.destroy());
  };
  const answer = await fetchBounded(address);
  await expect(answer.text()).rejects.toThrow();
});

test('an answer that would speak another protocol is a fault', async () => {
  respond = (request) => {
    request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: another\r\n\r\n');
  };
  await expect(fetchBounded(address)).rejects.toThrow('without an answer');
});

test('no redirect is followed', async () => {
  const asked: unknown[] = [];
  respond = (request, response) => {
    asked.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  };
  await expect(fetchBounded(address)).rejects.toMatchObject({ message: expect.stringContaining('another address') });
  expect(asked).toEqual(['/']);
});

test.each([204, 205, 999])('an answer with the status %d is no trouble', async (status) => {
  respond = (_request, response) => response.writeHead(status).end();
  const answer = await fetchBounded(address).catch((error: unknown) => error);
  expect(answer).toBeInstanceOf(status === 999 ? RangeError : Response);
});

test.each(['before the answer', 'within it'])(
  'whoever gives up %s ends the connection, and hears the own reason',
  async (when) => {
    const controller = new AbortController();
    const reason = new Error('Stopped.');
    let ended: Promise<unknown> | undefined;
    respond = (request, response) => {
      ended = endOf(request);
      if (when === 'within it') response.write('a beginning');
      else controller.abort(reason);
    };
    const reading = fetchBounded(address, { signal: controller.signal }).then((answer) => {
      const text = answer.text();
      controller.abort(reason);
      return text;
    });
    await expect(reading).rejects.toBe(reason);
    await ended;
  },
);

test('whoever has given up already sends nothing', async () => {
  let asked = 0;
  respond = () => {
    asked += 1;
  };
  await expect(fetchBounded(address, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toBe(0);
});

test('a connection that is not made in its time is given up, and may be tried again: nothing was sent', async () => {
  // A server that accepts connections and never answers the TLS handshake.
  const mute = createPlainServer((socket) => socket.on('error', () => undefined));
  mute.listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const secure = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`;
  const error = await boundedFetch(1000, { connectWithin: 50 })(secure).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'CONNECT_TIMEOUT' });
  expect(toProviderError(error, { redact: (said) => said })).toMatchObject({
    code: 'ai_provider_failed',
    mayRetry: true,
  });
  mute.close();
});
