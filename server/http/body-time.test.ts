import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createImport } from '#shared/contract/imports.ts';
import { limitBodyTime } from './body-time.ts';

let http: FastifyInstance;
let waits: { milliseconds: number; run: () => void }[];
const sockets: Socket[] = [];
beforeEach(async () => {
  waits = [];
  http = Fastify();
  limitBodyTime(http, {
    after(milliseconds, run) {
      const wait = { milliseconds, run };
      waits.push(wait);
      return () => {
        waits = waits.filter((each) => each !== wait);
      };
    },
  });
  http.post('/', async ({ body }) => body);
  http.post('/api/imports', { config: { endpoint: createImport } }, async () => 'taken');
  await http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await http.close();
});

function send(text: string): Socket {
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  socket.write(text);
  return socket;
}
const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test('a body that does not come to its end is given a minute, then its connection is closed', async () => {
  const socket = send(`${head(100)}{"a"`);
  await expect.poll(() => waits.map(({ milliseconds }) => milliseconds)).toEqual([60_000]);
  const closed = once(socket, 'close');
  waits[0]?.run();
  await closed;
});

test('of a body that has come nothing is waited for any more, and one without a body has no time to keep', async () => {
  const socket = send(`${head(7)}{"a":1}`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('{"a":1}');
  await expect.poll(() => waits).toEqual([]);
  const asking = send('GET /none HTTP/1.1\r\nHost: a.test\r\n\r\n');
  await once(asking, 'data');
  expect(waits).toEqual([]);
});

test('a call that takes a large file has as long as a slow line needs for it', async () => {
  send(head(100).replace('POST /', 'POST /api/imports'));
  await expect.poll(() => waits).toHaveLength(1);
  expect(waits[0]?.milliseconds).toBe((createImport.bodyLimit / (128 * 1024)) * 1000);
  expect(waits[0]?.milliseconds).toBeGreaterThan(60 * 60_000);
});

test('a head has a minute as well', () => {
  expect(http.server.headersTimeout).toBe(60_000);
});
