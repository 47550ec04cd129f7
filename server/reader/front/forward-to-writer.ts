import { request as askPlain, type IncomingMessage, Agent as PlainAgent, type ServerResponse } from 'node:http';
import { request as askSecure, Agent as SecureAgent } from 'node:https';
import { pipeline } from 'node:stream';
import { READER_HEADER, SIGNED_CLIENT_HEADER, signClient } from '#server/services/publication/client-signature.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { grouped, passedOn } from './hop-by-hop.ts';

/** The longest time, in milliseconds, that connecting to the writer may take. */
const CONNECTED_WITHIN = 3000;
/**
 * The longest silence of the writer, in milliseconds: longer than the longest call of an AI provider
 * (AI_TIMEOUT_SECONDS).
 */
const LONGEST_SILENCE = 310_000;
/** Milliseconds after a failure in which the writer is not asked for pages that can be answered without it. */
const AWAY_FOR = 2000;

/** The client that has sent a request, and the protocol it used. */
export interface Sender {
  address: string;
  protocol: string;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  sender: Sender;
}

export interface Forwarder {
  /** Whether the writer was away a moment ago. */
  isAway(): boolean;
  /**
   * Passes a request on, and its answer back. `away` is called when there is no answer: nothing has been written to the
   * client then.
   */
  forward(exchange: Exchange, away: () => void): void;
  close(): void;
}

interface ForwarderOptions {
  writerUrl: string;
  secret: string;
  clock: Clock;
  /** Receives the time of the writer's clock, in milliseconds since 1970. */
  onTime: (time: number) => void;
  onAway: (error: Error) => void;
  now?: () => number;
}

/** The headers in which clients say who they are, and those that only this instance may send to the writer. */
const isNotPassedOn = (name: string) =>
  name === SIGNED_CLIENT_HEADER ||
  name === READER_HEADER ||
  name === 'forwarded' ||
  name === 'x-real-ip' ||
  name === 'expect' ||
  name.startsWith('x-forwarded-');

/** Passes requests on to the writer (docs/rules.md, "Reader instances"): bodies and answers are streamed. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { secret, clock, onTime, onAway, now = Date.now } = options;
  const writer = new URL(options.writerUrl);
  const isSecure = writer.protocol === 'https:';
  const agent = new (isSecure ? SecureAgent : PlainAgent)({ keepAlive: true, timeout: LONGEST_SILENCE });
  const ask = isSecure ? askSecure : askPlain;
  let awayUntil = 0;

  const headersFor = (request: IncomingMessage, { address, protocol }: Sender) => ({
    ...grouped(passedOn(request.rawHeaders, isNotPassedOn)),
    // For a body whose length is not announced.
    ...(request.headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
    'x-forwarded-proto': protocol,
    [SIGNED_CLIENT_HEADER]: signClient(secret, {
      ...{ address, now: clock.now(), method: request.method ?? 'GET', path: request.url ?? '/' },
    }),
  });
  const begin = ({ request, sender }: Exchange) => {
    const passed = ask({
      ...{ agent, host: writer.hostname.replace(/^\[|\]$/g, ''), port: writer.port || (isSecure ? 443 : 80) },
      // The writer's address may begin with a path, which the proxy in front of the writer removes.
      ...{ method: request.method, path: writer.pathname.replace(/\/+$/, '') + (request.url ?? '/') },
      ...{ headers: headersFor(request, sender), setHost: false },
      ...(isSecure && { servername: writer.hostname }),
    });
    const connecting = setTimeout(() => passed.destroy(new Error('No connection in time')), CONNECTED_WITHIN);
    const connected = () => clearTimeout(connecting);
    passed.once('close', connected);
    passed.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', connected);
      else connected();
    });
    passed.setTimeout(LONGEST_SILENCE, () => passed.destroy(new Error('No answer in time')));
    return passed;
  };
  return {
    isAway: () => now() < awayUntil,
    forward(exchange, away) {
      const { request, response } = exchange;
      const attempt = (isAgain: boolean) => {
        const passed = begin(exchange);
        let isAnswered = false;
        passed.once('response', (answer) => {
          isAnswered = true;
          awayUntil = 0;
          const time = Date.parse(answer.headers.date ?? '');
          if (!Number.isNaN(time)) onTime(time);
          passBack(answer, exchange);
        });
        passed.on('error', (error) => {
          // A writer that answers before it has read the whole body closes the connection for the rest: that is no
          // failure.
          if (isAnswered || response.destroyed) return;
          // The writer may have closed an idle connection just when it was used again.
          if (passed.reusedSocket && !isAgain && hasNoBody(request)) return attempt(true);
          isAnswered = true;
          awayUntil = now() + AWAY_FOR;
          onAway(error);
          request.unpipe(passed);
          away();
        });
        // A client that has disconnected waits for nothing; the writer then stops the work that was under way for it.
        response.once('close', () => {
          if (!response.writableFinished) passed.destroy();
        });
        if (hasNoBody(request)) passed.end();
        else request.on('error', () => passed.destroy()).pipe(passed);
      };
      attempt(false);
    },
    close: () => agent.destroy(),
  };
}

const hasNoBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

function passBack(answer: IncomingMessage, { request, response }: Exchange): void {
  response.writeHead(answer.statusCode ?? 502, {
    ...grouped(passedOn(answer.rawHeaders, () => false)),
    // The rest of a body that the writer has not waited for would be taken for the next request.
    ...(!request.complete && { connection: 'close' }),
  });
  // The headers are sent at once, because the client of an event stream waits for them.
  response.flushHeaders();
  pipeline(answer, response, () => undefined);
}
