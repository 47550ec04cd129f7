import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ManyClients {
  /** The address to use instead of the server's. */
  address: string;
  /** Returns how many requests were passed on, and how many of their answers had each status. */
  count(): { requests: number; statuses: Map<number, number> };
  stop(): Promise<void>;
}

/**
 * Starts a proxy in front of a server that trusts its proxy, and gives each request a different client address: a
 * scanner is one program, and the limits for one client would hide from it what it looks for.
 */
export async function startManyClients(port: () => number): Promise<ManyClients> {
  let requests = 0;
  const statuses = new Map<number, number>();
  const proxy = createServer((incoming, outgoing) => {
    requests += 1;
    const from = `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`;
    const headers = { ...incoming.headers, 'x-forwarded-for': from };
    const passed = request(
      { host: '127.0.0.1', port: port(), method: incoming.method, path: incoming.url, headers },
      (answer) => {
        const { statusCode = 502 } = answer;
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        outgoing.writeHead(statusCode, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    // An address that no client may send is not a fault of the server.
    passed.on('error', () => outgoing.headersSent || outgoing.writeHead(400).end());
    incoming.pipe(passed);
  });
  proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 405 Method Not Allowed\r\n\r\n'));
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port: own } = proxy.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${own}`,
    count: () => ({ requests, statuses }),
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
