import type { AiService, WatchedCall } from '#server/services/ai/index.ts';
import type { ChatAnswer } from '#shared/contract/ai.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError, type ProviderFault } from '#shared/kernel/errors.ts';
import type { Heard, StepCall, StepCalls } from '#shared/runs/step-calls-port.ts';

interface ServerStepCallOptions {
  ai: Pick<AiService, 'chat' | 'stop'>;
  clock: Clock;
  /** Called with the provider fault that made a call fail; undefined when the cause was something else. */
  onFault(reason: ProviderFault | undefined): void;
  onError(error: unknown): void;
}

/**
 * Milliseconds between two partial texts of an answer that are sent to the devices: each text stays in the log for
 * good.
 */
const TOLD_EVERY = 15_000;

/** The calls of a run that the server itself drives: bought in the same way as those of a browser, but without HTTP. */
export function createServerStepCalls({ ai, clock, onFault, onError }: ServerStepCallOptions): StepCalls {
  const listening = new Map<string, () => void>();
  const letGo = (key: string) => {
    listening.get(key)?.();
    listening.delete(key);
  };

  async function outcomeOf(
    { key, runId, step, prompt, categoryId }: StepCall,
    watch: (call: WatchedCall<ChatAnswer>) => void,
  ) {
    try {
      // Exactly the same request as that of a browser, so that a device that continues the run joins this call.
      const call = await ai.chat({ prompt, runId, stepId: step, categoryId }, key);
      watch(call);
      const outcome = await call.outcome;
      if ('error' in outcome) throw outcome.error;
      const { usage, model, finishReason, output } = outcome.answer;
      return { type: 'answered', key, output: storable(output), usage, model, finishReason } as const;
    } catch (error) {
      if (!(error instanceof AppError)) onError(error);
      const { code, message, reason } = error instanceof AppError ? error : new AppError('internal');
      onFault(reason);
      return { type: 'refused', key, fault: { code, message, ...(reason && { reason }) } } as const;
    }
  }

  return {
    ask(call, hear) {
      letGo(call.key);
      let isHeard = true;
      let stopWatching = () => {};
      const end = () => {
        isHeard = false;
        stopWatching();
      };
      listening.set(call.key, end);
      const tell = (event: Heard) => isHeard && hear(event);
      const watch = (watched: WatchedCall<ChatAnswer>) => {
        let toldAt = clock.now();
        stopWatching = watched.onChange(() => {
          // The absolute difference is used because the clock may have been set back, and progress is reported then
          // too.
          if (Math.abs(clock.now() - toldAt) < TOLD_EVERY || watched.hasEnded) return;
          toldAt = clock.now();
          tell({ type: 'progress', key: call.key, output: storable(watched.text) });
        });
      };
      void outcomeOf(call, watch).then((outcome) => {
        if (listening.get(call.key) === end) listening.delete(call.key);
        tell(outcome);
        end();
      });
    },
    cancel(key) {
      letGo(key);
      // A call that is not found was never made, and no call is made under its key from now on.
      ai.stop(key).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'not_found')) onError(error);
      });
    },
    hangUp: letGo,
    isServerThere: async () => true,
    isSignedIn: async () => true,
    close() {
      for (const key of [...listening.keys()]) letGo(key);
    },
  };
}

/** A text in the form in which our texts are stored: see `textUpTo` of the contract. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
