import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from '#server/config.ts';
import { watchConnections } from '#server/http/idle-connections.ts';
import { getHealth, getMetrics } from '#shared/contract/meta.ts';
import { answerNotice, busy, notReady, writerAway } from './answer-away.ts';
import { answererOf } from './answered-here.ts';
import type { Forwarder } from './forward-to-writer.ts';

/** Whether the process lives, and what it is busy with, is asked just when it has too much to do. */
const NEVER_BUSY: ReadonlySet<string> = new Set([getHealth.path, getMetrics.path]);
/** Milliseconds a connection without a request is kept, as the writer keeps it. */
const KEEP_ALIVE_MS = 72_000;
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
  // Each call has its own time for its body.
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

/** A proxy may name the whole address in the request's line ("GET http://site/admin"); what follows knows paths (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === target || path.startsWith('/') ? path : `/${path}`;
}

/**
 * Works out who has sent a request that is passed on, by the proxies that are believed, as the writer would; and knows when
 * this process has too much to do. Each publication's app would measure that anew, its own beginning first.
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

/** Before the first publication has come: whether the process lives can be asked, and nothing else. */
function answerWithout(request: IncomingMessage, response: ServerResponse): void {
  if (request.url !== '/healthz') {
    answerNotice(request, response, notReady);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end('{"status":"ok"}');
}
