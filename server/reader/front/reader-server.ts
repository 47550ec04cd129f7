import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from '#server/config.ts';
import { watchConnections } from '#server/http/idle-connections.ts';
import { getHealth, getMetrics } from '#shared/contract/meta.ts';
import { answerNotice, busy, notReady, writerAway } from './answer-away.ts';
import { answererOf } from './answered-here.ts';
import type { Forwarder } from './forward-to-writer.ts';

/** These addresses are always answered: they are asked just when the process has too much to do. */
const NEVER_BUSY: ReadonlySet<string> = new Set([getHealth.path, getMetrics.path]);
/** Milliseconds that a connection without a request is kept open, the same as at the writer. */
const KEEP_ALIVE_MS = 72_000;
/** Milliseconds that the head of a request may take. */
const HEAD_WITHIN = 60_000;

interface ReaderServerOptions {
  gate: FastifyInstance;
  forwarder: Forwarder;
  hasAsset: (name: string) => boolean;
  /** The handler that answers from the current publication; null while there is none. */
  current: () => ((request: IncomingMessage, response: ServerResponse) => void) | null;
}

/** Creates the server that listens: it hands each request to the current publication, or to the writer. */
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
    // Nobody is signed in here: a session cookie of the browser must not keep the page from being the common one for
    // all readers.
    delete request.headers.cookie;
    delete request.headers.authorization;
    handle(request, response);
  };
  const server = createServer((request, response) => {
    request.url = originForm(request.url ?? '/');
    if (gate.isUnderPressure() && !NEVER_BUSY.has(request.url ?? '')) {
      answerNotice(request, response, busy);
      return;
    }
    const answerer = answererOf(request, hasAsset);
    if (answerer === 'here' || (answerer === 'writer-first' && forwarder.isAway())) answerHere(request, response);
    else gate.server.emit('request', request, response);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = HEAD_WITHIN;
  // Each call sets the time limit of its body itself.
  server.requestTimeout = 0;
  const beforeClose = watchConnections(server);
  return {
    server,
    async close() {
      beforeClose();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await gate.close();
    },
  };
}

/**
 * Returns the path of a request. A proxy may put the whole address into the request line ("GET http://site/admin"); the
 * code after this handles paths only (RFC 9112, 3.2.2).
 */
function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === target || path.startsWith('/') ? path : `/${path}`;
}

/**
 * Creates the part in front of the writer and the publications. It finds out, through the trusted proxies and as the
 * writer would, which client has sent a request that is passed on; and it detects when this process is overloaded. The
 * app of each publication would measure the load anew, beginning with its own start.
 */
export async function createGate(
  { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>,
  { logger, busyAfterMs = 1000 }: Pick<FastifyServerOptions, 'logger'> & { busyAfterMs?: number },
): Promise<FastifyInstance> {
  const gate: FastifyInstance = Fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: TRUST_PROXY,
  });
  await gate.register(underPressure, { maxEventLoopDelay: busyAfterMs, sampleInterval: 5000, retryAfter: 5 });
  return gate;
}

/** Answers before the first publication has come: the health check is answered, and nothing else. */
function answerWithout(request: IncomingMessage, response: ServerResponse): void {
  if (request.url !== '/healthz') {
    answerNotice(request, response, notReady);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end('{"status":"ok"}');
}
