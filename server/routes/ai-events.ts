import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Timers } from '#server/adapters/ai/timers.ts';
import { errorBody } from '#server/http/error-handler.ts';
import type { WatchedCall } from '#server/services/ai/index.ts';
import type { ChatAnswer, ChatEvent } from '#shared/contract/ai.ts';

export interface ChatEventOptions {
  reply: FastifyReply;
  requestId: string;
  timers: Timers;
}

/** A comment line so often keeps proxies and browsers from giving the connection up (design §4). */
const COMMENT_EVERY = 15_000;

/**
 * Answers with a call's events (design §4): the text so far, what comes as it comes, and the end. A reader who is
 * slower than the model gets what has come meanwhile in one piece; nothing is kept for it. It holds nobody else up.
 */
export function sendChatEvents(call: WatchedCall<ChatAnswer>, options: ChatEventOptions): void {
  const { reply, requestId, timers } = options;
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

  let sent = 0;
  let isFull = false;
  let hasLeft = false;
  let isFinishing = false;
  const write = (event: ChatEvent) => {
    isFull = !raw.write(`event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`);
  };
  const forward = () => {
    if (isFull || hasLeft || isFinishing) return;
    if (sent < call.pieces.length) {
      const text = call.pieces.slice(sent).join('');
      sent = call.pieces.length;
      if (text !== '') write({ event: 'delta', data: { text } });
    }
    if (call.hasEnded && !isFull) void finish();
  };
  const finish = async () => {
    isFinishing = true;
    stop();
    const outcome = await call.outcome;
    if (hasLeft) return;
    if ('error' in outcome) write({ event: 'error', data: errorBody(outcome.error, requestId) });
    else {
      const { usage, model, finishReason } = outcome.answer;
      write({ event: 'usage', data: usage });
      write({ event: 'done', data: { model, finishReason } });
    }
    raw.end();
  };

  let callOff: () => void = () => undefined;
  const comment = () => {
    if (!isFull) raw.write(': still here\n\n');
    callOff = timers.after(COMMENT_EVERY, comment);
  };
  callOff = timers.after(COMMENT_EVERY, comment);
  const stopWatching = call.onChange(forward);
  const stop = () => {
    stopWatching();
    callOff();
  };
  raw.on('drain', () => {
    isFull = false;
    forward();
  });
  raw.on('close', () => {
    if (raw.writableEnded) return;
    hasLeft = true;
    stop();
    call.leave();
  });
  forward();
}
