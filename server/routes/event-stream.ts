import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Timers } from '#shared/kernel/timers.ts';

/** A comment line so often keeps proxies and browsers from giving the connection up. */
const COMMENT_EVERY = 15_000;

interface EventStreamOptions {
  timers: Timers;
  /** There is room again after `write` said that there was none. */
  onRoom: () => void;
  /** Called once, when either side has ended it. */
  onEnd: () => void;
  /** Asked before each comment line; a stream that may not go on ends. */
  mayGoOn?: () => Promise<boolean>;
}

interface EventStream {
  /** Gives false while the reader takes nothing: what is sent then is kept in memory and not lost. */
  write(event: { event: string; data: unknown }): boolean;
  end(): void;
}

/** Whether the caller of a call that answers with JSON as well has chosen events. */
export function acceptsEvents(request: FastifyRequest): boolean {
  return /\btext\/event-stream\b/i.test(request.headers.accept ?? '');
}

/** Answers with a stream of events, whose headers go out at once. */
export function openEventStream(
  reply: FastifyReply,
  { timers, onRoom, onEnd, mayGoOn }: EventStreamOptions,
): EventStream {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    // "no-transform": a proxy that compresses would hold events back.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Else a server that stops would wait for a connection that is kept for a next request.
    connection: 'close',
  });
  raw.write(': a comment, so that the headers go out at once\n\n');

  let hasEnded = false;
  let callOff: () => void = () => undefined;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    callOff();
    raw.end();
    onEnd();
  };
  const comment = () => {
    // One line at most waits for a reader who takes nothing.
    if (!raw.writableNeedDrain) raw.write(': still here\n\n');
    callOff = timers.after(COMMENT_EVERY, check);
  };
  const check = () => {
    if (!mayGoOn) {
      comment();
      return;
    }
    mayGoOn().then(
      (may) => {
        if (hasEnded) return;
        if (may) comment();
        else end();
      },
      () => end(),
    );
  };
  callOff = timers.after(COMMENT_EVERY, check);
  raw.on('drain', () => {
    if (!hasEnded) onRoom();
  });
  raw.on('close', end);
  return {
    write: ({ event, data }) => raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end,
  };
}
