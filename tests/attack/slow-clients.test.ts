import { type AddressInfo, connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { runsOf } from '#tests/share.ts';

// Abuse case 18. server/routes/ai-chat.test.ts tests that a slow reader of an AI answer holds nothing up.

let app: TestApp;
let sockets: Socket[] = [];
beforeEach(async () => {
  app = await createTestApp({ posts: [{ slug: 'a', content: 'Words. '.repeat(20_000) }] });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await app.close();
});

function open(text: string): Socket {
  const { port } = app.http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  sockets.push(socket);
  return socket;
}

const fetchPage = async () => {
  const { port } = app.http.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/post/a`, { signal: AbortSignal.timeout(10_000) });
  return { status: response.status, length: (await response.text()).length };
};

/** Returns the bytes that this process uses, without those that nothing refers to. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a request that never comes to its end is given a minute, its head too', () => {
  // The time for the part after the head is limited call by call: server/http/body-time.test.ts.
  expect(app.http.server.requestTimeout).toBe(0);
  expect(app.http.server.headersTimeout).toBeGreaterThan(0);
  expect(app.http.server.headersTimeout).toBeLessThanOrEqual(60_000);
});

test('two hundred requests that never end keep nobody else from an answer', async () => {
  for (let count = 0; count < 100; count += 1) {
    open('GET / HTTP/1.1\r\nHost: site.test\r\nX-Slow: ');
    open(
      'POST /api/contact HTTP/1.1\r\nHost: site.test\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"na',
    );
  }
  expect((await fetchPage()).status).toBe(200);
});

test('readers who ask for a page and take nothing hold one page in memory, not one each', async () => {
  const { length } = await fetchPage();
  const readers = runsOf(100, 4);
  const before = memoryInUse();
  let asked = 0;
  app.http.server.on('request', () => {
    asked += 1;
  });
  for (let count = 0; count < readers; count += 1) {
    // Many pages are requested at once on one connection, and none of them is read.
    open('GET /post/a HTTP/1.1\r\nHost: site.test\r\nAccept-Encoding: identity\r\n\r\n'.repeat(20)).pause();
  }
  await vi.waitFor(() => expect(asked).toBe(readers * 20), { timeout: 60_000 });
  expect((await fetchPage()).status).toBe(200);
  expect(memoryInUse() - before).toBeLessThan((readers * 20 * length) / 4);
});
