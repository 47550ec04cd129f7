import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openOutboxRows } from '#server/repositories/publication/reader-outbox.ts';
import { createTestApp } from '#server/test-app.ts';
import { createTestStore, startTestReader } from '../test-reader.ts';

/** A service manager gives the server five seconds to stop. */
const STOPPED_WITHIN = 4500;

test('a stop waits neither for requests sent by halves, nor for an answer of the writer without an end, and closes the outbox', async () => {
  let asked = 0;
  const writer = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': it goes on\n\n');
  });
  writer.listen(0, '127.0.0.1');
  await once(writer, 'listening');
  const app = await createTestApp();
  const store = createTestStore();
  await store.publish(app, { number: 1 });
  const isClosed = vi.fn();
  const instance = await startTestReader({
    blobs: store.folder,
    writerUrl: `http://127.0.0.1:${(writer.address() as AddressInfo).port}`,
    openRows: (file) => {
      const rows = openOutboxRows(file);
      return { ...rows, close: () => [isClosed(), rows.close()] };
    },
  });
  onTestFinished(async () => {
    writer.closeAllConnections();
    writer.close();
    store.close();
    await app.close();
  });
  await vi.waitFor(async () => expect((await instance.page('/')).status).toBe(200), 30_000);
  const { port } = new URL(instance.address);
  const send = async (head: string) => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(`${head}\r\nHost: site.test\r\n`);
    return socket;
  };
  const half = 'Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"name":';
  // Four requests: one is answered here, one is for the writer, one has not even sent its whole head, and one has an
  // answer without an end.
  for (const head of ['POST /api/contact HTTP/1.1', 'POST /api/login HTTP/1.1']) (await send(head)).write(half);
  await send('GET /archive HTTP/1.1');
  const listening = await send('GET /api/workspace/watch HTTP/1.1');
  listening.write('\r\n');
  await once(listening, 'data');
  expect(asked).toBe(2);
  const isStopped = instance.close().then(() => true);
  expect(await Promise.race([isStopped, wait(STOPPED_WITHIN, false)])).toBe(true);
  expect(isClosed).toHaveBeenCalledOnce();
});
