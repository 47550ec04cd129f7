import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How often a server that stops looks for idle connections, in milliseconds. */
const LOOK_EVERY = 50;
/** Milliseconds a request or an answer under way may still take: what is written at a stop needs the rest of five seconds. */
const PATIENCE = 3000;

/**
 * Lets a server that stops end as soon as its last answer is sent. When it stops listening, Node closes the connections
 * that are idle at that moment. It does not close those that never sent a byte (browsers open some in advance, and Node
 * counts them as busy), nor those whose last answer is sent afterwards. The server would wait for both kinds. A request that
 * is sent by halves, or an answer nobody takes, it would wait for without end: those are broken off after `patience`.
 * Gives what is to be called just before the server stops listening.
 */
export function watchConnections(server: Server, patience = PATIENCE): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    if (!server.listening) return;
    let before = '';
    const drop = () => {
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      // Node calls a connection idle as soon as its answer is written, even while the answer is being sent or when
      // another request has arrived. So only connections on which nothing has moved since the last look are closed.
      const now = [...open].map(({ bytesRead, bytesWritten }) => `${bytesRead}/${bytesWritten}`).join();
      // Until the server stops listening, requests on these connections are still answered.
      if (!server.listening && now === before) server.closeIdleConnections();
      before = now;
    };
    const timer = setInterval(drop, LOOK_EVERY);
    const late = setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, patience);
    server.once('close', () => {
      clearInterval(timer);
      clearTimeout(late);
    });
  };
}

/** The same for a server of Fastify, which closes it itself. */
export function closeIdleOnShutdown(http: FastifyInstance, patience?: number): void {
  const beforeClose = watchConnections(http.server, patience);
  http.addHook('preClose', async () => beforeClose());
}
