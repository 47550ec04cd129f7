import { ApiError, OfflineError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import { type AiTokens, chat } from '#shared/contract/ai.ts';
import { getMeta } from '#shared/contract/meta.ts';
import { getMe } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { ProviderFault } from '#shared/kernel/errors.ts';
import type { Heard, StepCall, StepCalls } from '#shared/runs/step-calls-port.ts';
import { isFinal } from '#shared/workflow/faults.ts';
import { formerNumber, type StepId } from '#shared/workflow/steps.ts';
import { createArrival, createCallStops, createSilence } from '../../ai-call.ts';
import type { Timers } from '../../editor/index.ts';
import { errorText } from '../../error-text.ts';

export interface StepCallOptions {
  api: ApiClient;
  clock: Clock;
  timers: Timers;
  /**
   * Called when the provider is busy and will be asked again at that time, in milliseconds since 1970; null when
   * nothing waits any more.
   */
  onBusy?: ((until: number | null) => void) | undefined;
  /** Receives the provider's fault by which a call has failed; undefined when the fault was not the provider's. */
  onFault?: ((reason: ProviderFault | undefined) => void) | undefined;
}

export function createStepCalls(options: StepCallOptions): StepCalls {
  const { api } = options;
  const listening = new Map<string, AbortController>();
  const stops = createCallStops(options);

  function letGo(key: string): void {
    listening.get(key)?.abort(new Error('let go'));
    listening.delete(key);
  }

  return {
    ask(call, hear) {
      stops.forget(call.key);
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
      stops.stop(key);
    },
    hangUp: letGo,
    isServerThere: () => isServerThere(api),
    isSignedIn: () => hasAnswer(() => api.call(getMe)),
    close() {
      stops.close();
      for (const key of [...listening.keys()]) letGo(key);
    },
  };
}

/** Listens to a call until it ends; null when listening was stopped before. */
async function listen(
  { api, clock, timers, onBusy, onFault }: StepCallOptions,
  call: StepCall,
  gone: AbortController,
  hear: (event: Heard) => void,
): Promise<Heard | null> {
  const { key } = call;
  let usage: AiTokens | null = null;
  const arriving = createArrival(timers, clock, (output) => hear({ type: 'progress', key, output }));
  const silence = createSilence(timers, () => gone.abort(new OfflineError('silence')));
  const input = {
    query: { waiting: true },
    body: { prompt: call.prompt, runId: call.runId, categoryId: call.categoryId, ...namedStep(call) },
    headers: { 'idempotency-key': key },
    signal: gone.signal,
    onBytes: silence.heard,
  };
  try {
    for await (const event of api.events(chat, input)) {
      onBusy?.(event.event === 'waiting' ? clock.now() + event.data.ms : null);
      switch (event.event) {
        case 'waiting':
          break;
        case 'delta':
          arriving.add(event.data.text);
          break;
        case 'usage':
          usage = event.data;
          break;
        case 'done': {
          const { finishReason, model } = event.data;
          return { type: 'answered', key, output: arriving.end(), usage, model, finishReason };
        }
        case 'error': {
          arriving.show();
          const { code, message, reason } = event.data;
          onFault?.(reason);
          // A server that goes down ends its calls with an error; only a server that still answers can mean the call
          // itself.
          if (!isFinal({ code, message }) && !(await isServerThere(api))) return { type: 'no-answer', key };
          return { type: 'refused', key, fault: { code, message, ...(reason && { reason }) } };
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
    onBusy?.(null);
    arriving.close();
    silence.close();
  }
}

function isServerThere(api: ApiClient): Promise<boolean> {
  return hasAnswer(() => api.call(getMeta));
}

/** Whether the server answers. An answer from anything else does not come from a server that could continue a call. */
async function hasAnswer(ask: () => Promise<unknown>): Promise<boolean> {
  return ask().then(
    () => true,
    () => false,
  );
}

/**
 * Returns how a call names its step. A call that an earlier program made is joined with the same body: by the step's
 * number.
 */
function namedStep({ key, runId, step }: StepCall): { step: number } | { stepId: StepId } {
  const number = formerNumber(step);
  return number !== null && key.startsWith(`${runId}-step-${number}-`) ? { step: number } : { stepId: step };
}

/** Returns what an error of the call means for the step. */
function outcomeOf({ key, isRejoin }: StepCall, error: unknown): Heard {
  if (!(error instanceof ApiError)) {
    // A fault of our own must not be retried for ever; a lost connection, or an answer that is not from our server, is
    // retried.
    const isOurs = !(error instanceof Error && 'detail' in error);
    return isOurs
      ? { type: 'refused', key, fault: { code: 'internal', message: errorText(error) } }
      : { type: 'no-answer', key };
  }
  if (error.status === 401) return { type: 'unauthorized', key };
  const { code, reason } = error;
  if (code === undefined || code === 'overloaded') return { type: 'no-answer', key };
  // The server failed to handle the request; this says nothing about the joined call itself.
  if (code === 'internal' && isRejoin) return { type: 'no-answer', key };
  return { type: 'refused', key, fault: { code, message: errorText(error), ...(reason && { reason }) } };
}
