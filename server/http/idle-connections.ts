import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The interval, in milliseconds, at which a server that stops checks for idle connections. */
const LOOK_EVERY = 50;
/**
 * The time, in milliseconds, that a request or an answer under way may still take: the writes at a stop need the rest
 * of five seconds.
 */
const PATIENCE = 3000;

/**
 * Lets a server that stops end as soon as its last answer is sent. When it stops listening, Node closes the connections
 * that are idle at that moment. It does not close those that never sent a byte (browsers open some in advance, and Node
 * counts them as busy), nor those whose last answer is sent afterwards. The server would wait for both kinds. It would
 * wait without end for a request that is only partly sent, or an answer that nobody reads: these are cut off after
 * `patience`. Returns the function to call just before the server stops listening.
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
      // another request has arrived. So connections are closed only when nothing has moved since the last check.
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

/** Does the same for a server that Fastify closes. */
export function closeIdleOnShutdown(http: FastifyInstance, patience?: number): void {
  const beforeClose = watchConnections(http.server, patience);
  http.addHook('preClose', async () => beforeClose());
}
