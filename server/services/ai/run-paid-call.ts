import type { Redact } from '#server/adapters/ai/redact.ts';
import { flushed } from '#server/db/flushed.ts';
import type { Executor } from '#server/db/transaction.ts';
import { type AiCost, completeAiCall, failAiCall, saveAiOutput } from '#server/repositories/ai-calls.ts';
import { toStoredError } from '#server/services/at-most-once.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { LiveCall, WatchedCall } from './live-call.ts';
import { stoppedError } from './paid-call-errors.ts';
import type { AdmittedWork, AiLog, Spending } from './paid-work.ts';

/** The interval, in milliseconds, at which the text that has arrived is stored. */
const SAVE_EVERY = 500;

interface RunnerOptions {
  db: Executor;
  clock: Clock;
  redact: Redact;
  log: AiLog;
}

/** A call that has a row in the database. */
interface BegunCall {
  id: number;
  /** The call's name in the contract. */
  call: string;
}

/** Does the work of calls that have been recorded, and stores their outcomes. */
export interface PaidCallRunner {
  /** Resolves when the call has ended, whatever its outcome. */
  run<Answer>(work: AdmittedWork<Answer>, live: LiveCall<Answer>, begun: BegunCall): Promise<void>;
}

export function createPaidCallRunner({ db, clock, redact, log }: RunnerOptions): PaidCallRunner {
  async function fail(id: number, live: WatchedCall<unknown>, error: AppError, cost: AiCost): Promise<void> {
    try {
      await failAiCall(db, id, { error: toStoredError(error), output: live.text || null, cost, now: clock.now() });
      await flushed(db);
    } catch (fault) {
      log.error({ aiCall: id, fault: redact(String(fault)) }, 'the end of an AI call could not be stored');
    }
    const entry = { aiCall: id, code: error.code, ...cost };
    if (error.code === 'ai_stopped') log.info(entry, 'AI call stopped by the owner');
    else log.warn(entry, 'AI call failed');
  }

  function saveWhileRunning(live: WatchedCall<unknown>, id: number): () => void {
    let savedAt = clock.now();
    return live.onChange(() => {
      if (live.hasEnded || clock.now() - savedAt < SAVE_EVERY) return;
      savedAt = clock.now();
      saveAiOutput(db, id, live.text).catch((error: unknown) => {
        log.error({ aiCall: id, fault: redact(String(error)) }, 'a part of an answer could not be stored');
      });
    });
  }

  function asAppError(thrown: unknown): AppError {
    if (thrown instanceof AppError) return thrown;
    log.error(
      { fault: redact(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)) },
      'AI call',
    );
    return new AppError('internal');
  }

  return {
    async run(work, live, { id, call }) {
      const { promptTokens } = work;
      const started = clock.now();
      const spending: Spending = { isPaid: false, usage: null };
      const stopSaving = saveWhileRunning(live, id);
      const costNow = async (): Promise<AiCost> => {
        if (!spending.isPaid) return { promptTokens: 0, completionTokens: 0, costUsd: work.costOf(0, 0) };
        const usage: NonNullable<Spending['usage']> = spending.usage ?? {
          promptTokens,
          completionTokens: await work.count(live.text),
        };
        return { ...usage, costUsd: usage.costUsd ?? work.costOf(usage.promptTokens, usage.completionTokens) };
      };
      try {
        // A call that the database forgot in a power cut would be paid for again.
        await flushed(db);
        const { answer, finishReason } = await work.run(live, spending);
        stopSaving();
        const cost = await costNow();
        const done = { answer: JSON.stringify(answer), finishReason, cost, now: clock.now() };
        await completeAiCall(db, id, done);
        await flushed(db);
        log.info({ aiCall: id, call, model: work.model, ms: clock.now() - started, ...cost }, 'AI call answered');
        live.end({ answer });
      } catch (thrown) {
        stopSaving();
        const error = live.signal.aborted ? abortError(live.signal) : asAppError(thrown);
        await fail(id, live, error, await costNow().catch(() => leastCost(work)));
        live.end({ error });
      }
    },
  };
}

/** The minimum cost of a call: the cost of its prompt. */
export function leastCost({ promptTokens, costOf }: Pick<AdmittedWork<unknown>, 'promptTokens' | 'costOf'>): AiCost {
  return { promptTokens, completionTokens: 0, costUsd: costOf(promptTokens, 0) };
}

function abortError(signal: AbortSignal): AppError {
  return signal.reason instanceof AppError ? signal.reason : stoppedError();
}
