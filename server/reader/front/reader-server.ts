import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from '#server/config.ts';
import { answerNotice, notReady, writerAway } from './answer-away.ts';
import { answererOf } from './answered-here.ts';
import type { Forwarder } from './forward.ts';

/** Milliseconds a connection without a request is kept, as the writer keeps it. */
const KEPT_FOR = 72_000;
/** Milliseconds the head of a request may take. */
const HEAD_WITHIN = 60_000;

interface ReaderServerOptions {
  gate: FastifyInstance;
  forwarder: Forwarder;
  hasAsset: (name: string) => boolean;
  /** Answers out of the publication of this moment; null while there is none. */
  current: () => ((request: IncomingMessage, response: ServerResponse) => void) | null;
}

/** What listens: it hands each request to the publication of this moment, or to the writer. */
export async function createReaderServer(
  options: ReaderServerOptions,
): Promise<{ server: Server; close(): Promise<void> }> {
  const { gate, current, forwarder, hasAsset } = options;
  gate.addHook('onRequest', async (request, reply) => {
    reply.hijack();
    const exchange = { request: request.raw, response: reply.raw };
    forwarder.forward({ ...exchange, sender: { address: request.ip, protocol: request.protocol } }, () => {
      const isPage = answererOf(request.raw, hasAsset) === 'writer-first';
      if (isPage) answerHere(request.raw, reply.raw);
      else answerNotice(request.raw, reply.raw, writerAway);
    });
  });
  await gate.ready();
  const answerHere = (request: IncomingMessage, response: ServerResponse) => {
    const handle = current();
    if (!handle) {
      answerWithout(request, response);
      return;
    }
    // Here nobody is signed in: what a browser says of a session must not keep a page from being the one for all.
    delete request.headers.cookie;
    delete request.headers.authorization;
    handle(request, response);
  };
  const server = createServer((request, response) => {
    const answerer = answererOf(request, hasAsset);
    if (answerer === 'here' || (answerer === 'writer-first' && forwarder.isAway())) answerHere(request, response);
    else gate.server.emit('request', request, response);
  });
  server.keepAliveTimeout = KEPT_FOR;
  server.headersTimeout = HEAD_WITHIN;
  // Each call has its own time for its body.
  server.requestTimeout = 0;
  return {
    server,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      await closed;
      clearInterval(idle);
      await gate.close();
    },
  };
}

/** Works out who has sent a request that is passed on, by the proxies that are believed, as the writer would. */
export function createGate({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>, logger: FastifyServerOptions['logger']) {
  const gate: FastifyInstance = Fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: TRUST_PROXY,
  });
  return gate;
}

/** Before the first publication has come: whether the process lives can be asked, and nothing else. */
function answerWithout(request: IncomingMessage, response: ServerResponse): void {
  if (request.url !== '/healthz') {
    answerNotice(request, response, notReady);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end('{"status":"ok"}');
}
