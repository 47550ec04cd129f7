import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createTestApp } from '../test-app.ts';
import { closeIdleOnShutdown } from './idle-connections.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function connected(http: FastifyInstance): Promise<Socket> {
  const { port } = http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Whether a server closes without waiting for connections: Node itself would wait for minutes. */
function closes(closing: PromiseLike<unknown>): Promise<boolean> {
  return Promise.race([closing.then(() => true), wait(3000, false)]);
}

test('the server waits neither for connections that never sent a request nor for those kept for a next one', async () => {
  const app = await createTestApp();
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  const silent = await Promise.all([connected(app.http), connected(app.http), connected(app.http)]);
  const agent = new Agent({ keepAlive: true });
  const request = get(`${address}/healthz`, { agent });
  const [response] = await once(request, 'response');
  await once(response.resume(), 'end');
  const gone = silent.map((socket) => once(socket, 'close'));
  expect(await closes(app.http.close())).toBe(true);
  await Promise.all(gone);
  agent.destroy();
  await app.close();
});

test('a request that is sent by halves is broken off, so that what is written at a stop is written', async () => {
  const http = Fastify();
  closeIdleOnShutdown(http, 100);
  let isWritten = false;
  http.addHook('onClose', async () => {
    isWritten = true;
  });
  http.post('/', async () => 'whole');
  await http.listen({ port: 0, host: '127.0.0.1' });
  const socket = await connected(http);
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
  await once(http.server, 'request');
  expect([await closes(http.close()), isWritten]).toEqual([true, true]);
});

test('an answer under way is finished, and its connection ends with it', async () => {
  const http = Fastify();
  closeIdleOnShutdown(http);
  let answer: (text: string) => void = () => undefined;
  http.get('/', () => new Promise<string>((resolve) => (answer = resolve)));
  const address = await http.listen({ port: 0, host: '127.0.0.1' });
  const silent = await connected(http);
  const agent = new Agent({ keepAlive: true });
  const request = get(address, { agent });
  const answered = once(request, 'response');
  await once(http.server, 'request');
  let isClosed = false;
  const closed = http.close().then(() => {
    isClosed = true;
  });
  await once(silent, 'close');
  await wait(200);
  expect(isClosed).toBe(false);
  answer('the whole answer');
  const [response] = await answered;
  expect(Buffer.concat(await response.toArray()).toString()).toBe('the whole answer');
  expect(await closes(closed)).toBe(true);
  agent.destroy();
});

test('a request that is on its way is not cut off', async () => {
  const http = Fastify();
  closeIdleOnShutdown(http);
  http.get('/', async () => 'here it is');
  await http.listen({ port: 0, host: '127.0.0.1' });
  const socket = await connected(http);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
  await wait(50);
  const closed = http.close();
  await wait(200);
  expect(socket.destroyed).toBe(false);
  socket.write('Connection: close\r\n\r\n');
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  // The client gets an answer, whether its request is served or refused.
  expect(chunk.toString()).toMatch(/^HTTP\/1\.1 (200|503) /);
  await closed;
});

test('a server that never listened closes', async () => {
  const http = Fastify();
  closeIdleOnShutdown(http);
  await http.ready();
  expect(await closes(http.close())).toBe(true);
});
