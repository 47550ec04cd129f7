import type { FastifyReply } from 'fastify';
import { errorBody } from '#server/http/error-handler.ts';
import type { WatchedCall } from '#server/services/ai/index.ts';
import type { AiTokens, ChatEvent } from '#shared/contract/ai.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { openEventStream } from './event-stream.ts';

interface ChatEventOptions {
  reply: FastifyReply;
  requestId: string;
  timers: Timers;
  /** Whether the caller knows the event `waiting`: earlier apps would take it for a broken answer. */
  knowsWaiting?: boolean;
}

/**
 * Answers with the events of a call: the text so far, then each new piece as it arrives, and the end. A reader slower
 * than the model gets all pieces that have arrived in the meantime as one; nothing is buffered for this reader, who
 * holds nobody else up.
 */
export function sendChatEvents<Answer extends { usage: AiTokens; output: string }>(
  call: WatchedCall<Answer>,
  { reply, requestId, timers, knowsWaiting = false }: ChatEventOptions,
): void {
  let sent = 0;
  let isFull = false;
  let isFinishing = false;
  let isTold = false;
  let toldPause: number | null = null;
  let hasEnded = false;
  const write = (event: { event: ChatEvent['event']; data: unknown }) => {
    isFull = !stream.write(event);
  };
  const forward = () => {
    if (isFull || hasEnded || isFinishing) return;
    if (knowsWaiting && call.paused !== toldPause) {
      toldPause = call.paused;
      if (toldPause !== null) write({ event: 'waiting', data: { ms: Math.ceil(toldPause) } });
    }
    if (sent < call.pieces.length) {
      const text = call.pieces.slice(sent).join('');
      sent = call.pieces.length;
      if (text !== '') write({ event: 'delta', data: { text } });
    }
    if (call.hasEnded && !isFull) void finish();
  };
  const finish = async () => {
    isFinishing = true;
    const outcome = await call.outcome;
    if (hasEnded) return;
    if ('error' in outcome) write({ event: 'error', data: errorBody(outcome.error, requestId) });
    else {
      // The text has been sent in pieces.
      const { usage, output: _, ...done } = outcome.answer;
      write({ event: 'usage', data: usage });
      write({ event: 'done', data: done });
    }
    isTold = true;
    stream.end();
  };

  const stream = openEventStream(reply, {
    timers,
    onRoom: () => {
      isFull = false;
      forward();
    },
    onEnd: () => {
      hasEnded = true;
      stopWatching();
      if (!isTold) call.leave();
    },
  });
  const stopWatching = call.onChange(forward);
  forward();
}
