import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The connection from one app to its server, which a test can cut and restore. */
export interface CutNetwork {
  /** The server's address as the app knows it: "http://127.0.0.1:40123". */
  url: string;
  /** Breaks every connection; new ones are refused at once. */
  cut(): void;
  mend(): void;
  /** Leads to another address from now on: the server has come back at a new one. */
  leadTo(serverUrl: string): void;
  /** Returns everything that the server has answered over this connection, including headers, as Latin-1. */
  answered(): string;
  close(): Promise<void>;
}

/** Opens a connection to a server on this computer. */
export async function openNetwork(serverUrl: string): Promise<CutNetwork> {
  let target = new URL(serverUrl);
  const open = new Set<Socket>();
  let isCut = false;
  let answered = '';
  const server = createServer((fromApp) => {
    if (isCut) {
      fromApp.destroy();
      return;
    }
    const toServer = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [fromApp, toServer],
      [toServer, fromApp],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    toServer.on('data', (bytes) => {
      answered += bytes.toString('latin1');
    });
    fromApp.pipe(toServer).pipe(fromApp);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  const breakAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true;
      breakAll();
    },
    mend() {
      isCut = false;
    },
    leadTo(url) {
      target = new URL(url);
    },
    answered: () => answered,
    async close() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
