import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import { type AiTokens, cancelChat, chat } from '#shared/contract/ai.ts';
import { getMeta } from '#shared/contract/meta.ts';
import { getMe } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Heard, StepCall, StepCalls } from '#shared/runs/step-calls-port.ts';
import { isFinal } from '#shared/workflow/faults.ts';
import { formerNumber } from '#shared/workflow/former-numbers.ts';
import type { StepId } from '#shared/workflow/steps.ts';
import type { Timers } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';

export interface StepCallOptions {
  api: ApiClient;
  clock: Clock;
  timers: Timers;
}

/** At most 20 times a second what arrives is shown. */
const SHOW_EVERY_MS = 50;
/** The server says something every 15 s: a connection this long without a byte is dead, whatever the system believes. */
const SILENCE_MS = 40_000;
const CANCEL_AGAIN_MS = [500, 1000, 2000, 4000, 8000, 15_000];
/** About as long as the server remembers a stop that came before its call. */
const CANCEL_TRIES = 40;

export function createStepCalls(options: StepCallOptions): StepCalls {
  const { api, timers } = options;
  const listening = new Map<string, AbortController>();
  const cancelling = new Set<string>();
  let isClosed = false;

  const wait = (ms: number) => new Promise<void>((resolve) => void timers.after(ms, resolve));

  async function tellServer(key: string): Promise<void> {
    for (let tries = 0; tries < CANCEL_TRIES && cancelling.has(key) && !isClosed; tries += 1) {
      try {
        await api.call(cancelChat, { params: { key } });
        break;
      } catch (error) {
        // Not known: nothing was bought, and the server buys nothing under this key from now on.
        if (error instanceof ApiError && error.status === 404 && error.code !== undefined) break;
        await wait(CANCEL_AGAIN_MS[tries] ?? 15_000);
      }
    }
    cancelling.delete(key);
  }

  function letGo(key: string): void {
    listening.get(key)?.abort(new Error('let go'));
    listening.delete(key);
  }

  return {
    ask(call, hear) {
      cancelling.delete(call.key);
      letGo(call.key);
      const gone = new AbortController();
      listening.set(call.key, gone);
      const isHeard = () => listening.get(call.key) === gone;
      void listen(options, call, gone, (event) => {
        if (isHeard()) hear(event);
      }).then((outcome) => {
        if (!isHeard()) return;
        listening.delete(call.key);
        if (outcome) hear(outcome);
      });
    },
    cancel(key) {
      letGo(key);
      if (cancelling.has(key)) return;
      cancelling.add(key);
      void tellServer(key);
    },
    hangUp: letGo,
    isServerThere: () => isServerThere(api),
    isSignedIn: () => hasAnswer(() => api.call(getMe)),
    close() {
      isClosed = true;
      for (const key of [...listening.keys()]) letGo(key);
    },
  };
}

/** Follows a call to its end; null where it was let go. */
async function listen(
  { api, clock, timers }: StepCallOptions,
  call: StepCall,
  gone: AbortController,
  hear: (event: Heard) => void,
): Promise<Heard | null> {
  const { key } = call;
  let usage: AiTokens | null = null;
  const arriving = createArrival(timers, clock, (output) => hear({ type: 'progress', key, output }));
  const silence = createSilence(timers, () => gone.abort(new OfflineError('silence')));
  const input = {
    body: { prompt: call.prompt, runId: call.runId, ...namedStep(call) },
    headers: { 'idempotency-key': key },
    signal: gone.signal,
    onBytes: silence.heard,
  };
  try {
    for await (const event of api.events(chat, input)) {
      switch (event.event) {
        case 'delta':
          arriving.add(event.data.text);
          break;
        case 'usage':
          usage = event.data;
          break;
        case 'done': {
          const { finishReason } = event.data;
          return { type: 'answered', key, output: arriving.end(), usage, finishReason };
        }
        case 'error': {
          arriving.show();
          const { code, message } = event.data;
          // A server that goes down ends its calls; only one that is still there can mean the call itself.
          if (!isFinal({ code, message }) && !(await isServerThere(api))) return { type: 'no-answer', key };
          return { type: 'refused', key, fault: { code, message } };
        }
      }
    }
    arriving.show();
    return { type: 'no-answer', key };
  } catch (error) {
    if (gone.signal.aborted && !(gone.signal.reason instanceof OfflineError)) return null;
    arriving.show();
    return outcomeOf(call, gone.signal.aborted ? gone.signal.reason : error);
  } finally {
    arriving.close();
    silence.close();
  }
}

function isServerThere(api: ApiClient): Promise<boolean> {
  return hasAnswer(() => api.call(getMeta));
}

/** Whatever else it is that answers, it is no server that could go on with a call. */
async function hasAnswer(ask: () => Promise<unknown>): Promise<boolean> {
  return ask().then(
    () => true,
    () => false,
  );
}

/** How a call names its step. One that a program of before has made is joined in the same words: by its number. */
function namedStep({ key, runId, step }: StepCall): { step: number } | { stepId: StepId } {
  const number = formerNumber(step);
  return number !== null && key.startsWith(`${runId}-step-${number}-`) ? { step: number } : { stepId: step };
}

/** What an error thrown by the call means for the step. */
function outcomeOf({ key, isRejoin }: StepCall, error: unknown): Heard {
  if (!(error instanceof ApiError)) {
    // A fault of our own must not be asked again for ever; no connection, or a stranger's answer, is.
    const isOurs = !(error instanceof Error && 'detail' in error);
    return isOurs
      ? { type: 'refused', key, fault: { code: 'internal', message: errorText(error) } }
      : { type: 'no-answer', key };
  }
  if (error.status === 401) return { type: 'unauthorized', key };
  const { code } = error;
  if (code === undefined || code === 'overloaded') return { type: 'no-answer', key };
  // The server failed over the request; of the call that is joined it says nothing.
  if (code === 'internal' && isRejoin) return { type: 'no-answer', key };
  return { type: 'refused', key, fault: { code, message: errorText(error) } };
}

/** Text on its way: shown at once when it begins, then at most every so often. */
function createArrival(timers: Timers, clock: Clock, show: (output: string) => void) {
  let output = '';
  let shown = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | null = null;
  const now = () => {
    callOff?.();
    callOff = null;
    if (shown === output.length) return;
    shown = output.length;
    shownAt = clock.now();
    show(output.toWellFormed());
  };
  return {
    add(text: string) {
      // No text of ours may hold it: as part of the next prompt it would be refused (contract, `storableText`).
      output += text.replaceAll('\u0000', '');
      const left = shownAt + SHOW_EVERY_MS - clock.now();
      if (left <= 0 || left > SHOW_EVERY_MS) now();
      else callOff ??= timers.after(left, now);
    },
    show: now,
    // What the disk keeps and what is sent must be the same: halves of characters are kept nowhere.
    end: () => output.toWellFormed(),
    close() {
      callOff?.();
      callOff = null;
    },
  };
}

function createSilence(timers: Timers, giveUp: () => void) {
  let callOff = timers.after(SILENCE_MS, giveUp);
  return {
    heard() {
      callOff();
      callOff = timers.after(SILENCE_MS, giveUp);
    },
    close: () => callOff(),
  };
}
