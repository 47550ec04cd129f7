import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Another server, which receives messages. */
export interface TestReceiver {
  /** Its address, without a trailing slash. */
  address: string;
  received: Received[];
  /** Sets how it answers from now on; before that it answers 204. */
  answer(respond: (response: ServerResponse, request: IncomingMessage) => unknown): void;
  close(): Promise<void>;
}

/** Listens on this machine, and stores the messages it receives. */
export async function createTestReceiver(): Promise<TestReceiver> {
  let respond: (response: ServerResponse, request: IncomingMessage) => unknown = (response) =>
    response.writeHead(204).end();
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const pieces = await request.toArray().catch(() => null);
    // The sender disconnected before the message was complete.
    if (pieces === null) return;
    const body = Buffer.concat(pieces).toString();
    received.push({ path: request.url ?? '', headers: request.headers, body });
    respond(response, request);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer(next) {
      respond = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
