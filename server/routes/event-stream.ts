import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Timers } from '#shared/kernel/timers.ts';

/** The interval, in milliseconds, of comment lines, which keep proxies and browsers from closing the connection. */
const COMMENT_EVERY = 15_000;

interface EventStreamOptions {
  timers: Timers;
  /** Called when there is room again after `write` returned false. */
  onRoom: () => void;
  /** Called once, when either side has ended the stream. */
  onEnd: () => void;
  /** Called before each comment line; the stream ends when it returns false. */
  mayGoOn?: () => Promise<boolean>;
}

interface EventStream {
  /** Returns false while the reader accepts nothing: then the event is buffered in memory, not lost. */
  write(event: { event: string; data: unknown }): boolean;
  end(): void;
}

/** Whether the caller prefers events, in a call that can also answer with JSON. */
export function acceptsEvents(request: FastifyRequest): boolean {
  return /\btext\/event-stream\b/i.test(request.headers.accept ?? '');
}

/** Answers with a stream of events, whose headers are sent at once. */
export function openEventStream(
  reply: FastifyReply,
  { timers, onRoom, onEnd, mayGoOn }: EventStreamOptions,
): EventStream {
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    // "no-transform": a proxy that compresses would delay events.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Otherwise a server that stops would wait for a connection that is kept open for further requests.
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
    // At most one line is buffered for a reader who accepts nothing.
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
