import { request as askPlain, type IncomingMessage, Agent as PlainAgent, type ServerResponse } from 'node:http';
import { request as askSecure, Agent as SecureAgent } from 'node:https';
import { pipeline } from 'node:stream';
import { READER_HEADER, SIGNED_CLIENT_HEADER, signClient } from '#server/services/publication/client-signature.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { grouped, passedOn } from './hop-by-hop.ts';

/** Milliseconds until a connection to the writer stands. */
const CONNECTED_WITHIN = 3000;
/** Milliseconds in which nothing comes: longer than the longest call of an AI provider (AI_TIMEOUT_SECONDS). */
const LONGEST_SILENCE = 310_000;
/** Milliseconds in which a writer that was not there is not asked for what can be answered without it. */
const AWAY_FOR = 2000;

/** Who has sent a request, and over which protocol. */
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
  /** Passes a request on, and its answer back. `away` is called where there is none: nothing was written to the client then. */
  forward(exchange: Exchange, away: () => void): void;
  close(): void;
}

interface ForwarderOptions {
  writerUrl: string;
  secret: string;
  clock: Clock;
  /** Told what the writer's clock says, in milliseconds since 1970. */
  onTime: (time: number) => void;
  onAway: (error: Error) => void;
  now?: () => number;
}

/** What clients say of who they are, and what is said to the writer alone. */
const isNotPassedOn = (name: string) =>
  name === SIGNED_CLIENT_HEADER ||
  name === READER_HEADER ||
  name === 'forwarded' ||
  name === 'x-real-ip' ||
  name === 'expect' ||
  name.startsWith('x-forwarded-');

/** Passes requests on to the writer (docs/rules.md, "Reader instances"): bodies and answers flow as they come. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { secret, clock, onTime, onAway, now = Date.now } = options;
  const writer = new URL(options.writerUrl);
  const isSecure = writer.protocol === 'https:';
  const agent = new (isSecure ? SecureAgent : PlainAgent)({ keepAlive: true, timeout: LONGEST_SILENCE });
  const ask = isSecure ? askSecure : askPlain;
  let awayUntil = 0;

  const headersFor = (request: IncomingMessage, { address, protocol }: Sender) => ({
    ...grouped(passedOn(request.rawHeaders, isNotPassedOn)),
    // The length of a body that is not told beforehand.
    ...(request.headers['transfer-encoding'] !== undefined && { 'transfer-encoding': 'chunked' }),
    'x-forwarded-proto': protocol,
    [SIGNED_CLIENT_HEADER]: signClient(secret, {
      ...{ address, now: clock.now(), method: request.method ?? 'GET', path: request.url ?? '/' },
    }),
  });
  const begin = ({ request, sender }: Exchange) => {
    const passed = ask({
      ...{ agent, host: writer.hostname.replace(/^\[|\]$/g, ''), port: writer.port || (isSecure ? 443 : 80) },
      // The writer's address may have a path in front, which whoever stands there takes away.
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
          // A writer that answers before it has read all of a body lets go of the rest.
          if (isAnswered || response.destroyed) return;
          // It may have let go of a connection just when it was taken again.
          if (passed.reusedSocket && !isAgain && hasNoBody(request)) return attempt(true);
          isAnswered = true;
          awayUntil = now() + AWAY_FOR;
          onAway(error);
          request.unpipe(passed);
          away();
        });
        // Who has gone waits for nothing; the writer ends what was under way for them.
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
    // What is left of a body that the writer has not waited for would be taken for the next request.
    ...(!request.complete && { connection: 'close' }),
  });
  // What comes is shown at once: events of a stream are waited for.
  response.flushHeaders();
  pipeline(answer, response, () => undefined);
}
