import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import type { AiTokens } from '#shared/contract/ai.ts';
import { type Suggestion, suggest } from '#shared/contract/suggestions.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { createArrival, createSilence } from '../ai-call.ts';
import { errorText } from '../error-text.ts';
import type { AskedSuggestion } from './kept-suggestion.ts';

/** The result of a call. */
export type Heard =
  | { kind: 'answered'; output: string; suggestion: Suggestion; usage: AiTokens; model: string }
  /** `isOver`: the server's answer for this key is final. */
  | { kind: 'refused'; message: string; isOver: boolean; isSignedOut: boolean }
  | { kind: 'no-answer' };

interface Listening {
  api: ApiClient;
  clock: Clock;
  timers: Timers;
  signal: AbortSignal;
  /** Called with the text as it arrives. */
  onOutput(output: string): void;
}

/** Makes or joins a call, and follows it to its end; null if it was aborted. */
export async function listenTo({ key, body }: AskedSuggestion, listening: Listening): Promise<Heard | null> {
  const { api, clock, timers, signal, onOutput } = listening;
  const silent = new AbortController();
  const both = AbortSignal.any([signal, silent.signal]);
  const arrival = createArrival(timers, clock, onOutput);
  const silence = createSilence(timers, () => silent.abort(new OfflineError('silence')));
  let usage: AiTokens | null = null;
  try {
    const headers = { 'idempotency-key': key };
    for await (const event of api.events(suggest, { body, headers, signal: both, onBytes: silence.heard })) {
      if (event.event === 'delta') arrival.add(event.data.text);
      else if (event.event === 'usage') usage = event.data;
      else if (event.event === 'error') {
        arrival.show();
        return { kind: 'refused', message: event.data.message, isOver: true, isSignedOut: false };
      } else if (usage) {
        const { suggestion, model } = event.data;
        return { kind: 'answered', output: arrival.end(), suggestion, usage, model };
      }
    }
    return { kind: 'no-answer' };
  } catch (error) {
    if (signal.aborted) return null;
    arrival.show();
    if (!(error instanceof ApiError) || error.code === undefined || error.code === 'overloaded') {
      // A fault of this program must not be retried for ever; a missing connection, or an answer from another server,
      // is.
      const isOurs =
        !(error instanceof ApiError) && !(error instanceof Error && 'detail' in error) && !silent.signal.aborted;
      return isOurs
        ? { kind: 'refused', message: errorText(error), isOver: false, isSignedOut: false }
        : { kind: 'no-answer' };
    }
    const isSignedOut = error.status === 401;
    return { kind: 'refused', message: errorText(error), isOver: !isSignedOut, isSignedOut };
  } finally {
    arrival.close();
    silence.close();
  }
}
