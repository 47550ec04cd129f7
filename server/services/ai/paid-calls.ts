import type { Redact } from '#server/adapters/ai/redact.ts';
import type { Executor } from '#server/db/transaction.ts';
import {
  type AiCost,
  completeAiCall,
  failAiCall,
  findAiCall,
  interruptedAiCalls,
  type StoredAiCall,
  saveAiOutput,
  startAiCall,
} from '#server/repositories/ai-calls.ts';
import { createAtMostOnce, hashOf, refusalOf, toStoredError } from '#server/services/at-most-once.ts';
import { estimateTokens } from '#server/workers/tokens-estimate.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { LiveCall, type WatchedCall } from './live-call.ts';
import { StoppedKeys } from './stopped-keys.ts';

/** Where the service says what happened: no prompt, no answer, no key. */
export interface AiLog {
  info(line: object, message: string): void;
  warn(line: object, message: string): void;
  error(line: object, message: string): void;
}

/** What a call has taken so far, filled while it runs. */
export interface Spending {
  /** False while nothing can have been paid for. */
  isPaid: boolean;
  /** As the provider said; null until it has. */
  usage: { promptTokens: number; completionTokens: number } | null;
}

export interface PaidWork<Answer> {
  /** The call's name in the contract. */
  call: string;
  /** The caller's `Idempotency-Key`; undefined for a call that cannot be repeated and ends when its caller leaves. */
  key: string | undefined;
  /** What was asked, so that a key is not taken for another request's. */
  body: unknown;
  model: string;
  runId?: string | undefined;
  /** The step's id. */
  step?: string | undefined;
  /** Refuses the call before anything is spent, or says how many tokens its prompt has. */
  admit(): Promise<{ promptTokens: number }>;
  /** What so many tokens of this call cost. */
  costOf(promptTokens: number, completionTokens: number): number | null;
  /** Makes the call: text goes to `live` as it comes, what was spent into `spending`. */
  run(live: LiveCall<Answer>, spending: Spending): Promise<{ answer: Answer; finishReason: string | null }>;
  /** Tokens of a text the provider has not counted. */
  count(text: string): Promise<number>;
  /** Reads an answer that was kept. */
  parse(answer: unknown): Answer;
  /** The text an answer was made of, for those who watch it again. */
  textOf(answer: Answer): string;
}

export interface PaidCalls {
  /**
   * Makes a call at most once (docs/rules.md, "Idempotency-Key"), as `at-most-once.ts` says. Throws AppError `idempotency_mismatch`, and what
   * `admit` throws.
   */
  start<Answer>(work: PaidWork<Answer>): Promise<WatchedCall<Answer>>;
  /**
   * Ends the call of this key, at the provider too. False when no call has it; if one comes within ten minutes (it was
   * overtaken on its way), nothing is bought for it.
   */
  stop(key: string): Promise<boolean>;
  /** Ends every call under way; what had come of them is kept. */
  close(): Promise<void>;
}

/** How often what has come of an answer is written down, in milliseconds. */
const SAVE_EVERY = 500;

const stoppedError = () => new AppError('ai_stopped');
const stoppingError = () =>
  new AppError('ai_provider_failed', {
    message: 'The server stopped while this answer was being written. Ask again for a new one.',
  });

interface PaidCallOptions {
  db: Executor;
  clock: Clock;
  redact: Redact;
  log: AiLog;
  /** What an interrupted call has cost. */
  costOfText(promptTokens: number, completionTokens: number): number | null;
}

export function createPaidCalls(options: PaidCallOptions): PaidCalls {
  const { db, clock, redact, log } = options;
  const calls = createAtMostOnce<WatchedCall<unknown>>();
  const running = new Set<WatchedCall<unknown>>();
  const stopped = new StoppedKeys(clock);
  let isClosed = false;

  /** What a server that died has left under way is over: its input and the part that had come are booked. */
  const recovered = recover().catch((error: unknown) => {
    log.error({ fault: redact(String(error)) }, 'interrupted AI calls could not be closed');
  });
  async function recover(): Promise<void> {
    for (const { id, output, promptTokens, call } of await interruptedAiCalls(db)) {
      const completionTokens = estimateTokens(output ?? '');
      const cost = { promptTokens, completionTokens, costUsd: options.costOfText(promptTokens, completionTokens) };
      await failAiCall(db, id, { error: toStoredError(stoppingError()), output, cost, now: clock.now() });
      log.warn({ call, aiCall: id }, 'an AI call was under way when the server died');
    }
  }

  async function begin<Answer>(work: PaidWork<Answer>, bodyHash: string, live: LiveCall<Answer>) {
    await recovered;
    const { key } = work;
    if (key !== undefined && stopped.has(key)) throw stoppedError();
    const { promptTokens } = await work.admit();
    live.signal.throwIfAborted();
    if (isClosed) throw stoppingError();
    const least: AiCost = { promptTokens, completionTokens: 0, costUsd: work.costOf(promptTokens, 0) };
    const row = { key: key ?? null, call: work.call, bodyHash, model: work.model };
    const id = await startAiCall(
      db,
      { ...row, runId: work.runId ?? null, step: work.step ?? null },
      least,
      clock.now(),
    );
    running.add(live);
    void execute(work, live, id, promptTokens).finally(() => running.delete(live));
    return live;
  }

  async function execute<Answer>(work: PaidWork<Answer>, live: LiveCall<Answer>, id: number, promptTokens: number) {
    const started = clock.now();
    const spending: Spending = { isPaid: false, usage: null };
    const stopSaving = saveWhileRunning(live, id);
    const costNow = async (): Promise<AiCost> => {
      if (!spending.isPaid) return { promptTokens: 0, completionTokens: 0, costUsd: work.costOf(0, 0) };
      const usage = spending.usage ?? { promptTokens, completionTokens: await work.count(live.text) };
      return { ...usage, costUsd: work.costOf(usage.promptTokens, usage.completionTokens) };
    };
    try {
      const { answer, finishReason } = await work.run(live, spending);
      stopSaving();
      const cost = await costNow();
      const done = { answer: JSON.stringify(answer), finishReason, cost, now: clock.now() };
      await completeAiCall(db, id, done);
      log.info(
        { aiCall: id, call: work.call, model: work.model, ms: clock.now() - started, ...cost },
        'AI call answered',
      );
      live.end({ answer });
    } catch (thrown) {
      stopSaving();
      const error = live.signal.aborted ? abortError(live.signal) : asAppError(thrown);
      await fail(id, live, error, await costNow().catch(() => leastOf(promptTokens, work)));
      live.end({ error });
    }
  }

  async function fail(id: number, live: WatchedCall<unknown>, error: AppError, cost: AiCost): Promise<void> {
    try {
      await failAiCall(db, id, { error: toStoredError(error), output: live.text || null, cost, now: clock.now() });
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
    async start<Answer>(work: PaidWork<Answer>): Promise<WatchedCall<Answer>> {
      const { key } = work;
      const live = new LiveCall<Answer>({ hasKey: key !== undefined });
      const asked = [work.call, work.body];
      if (key === undefined) return begin(work, hashOf(asked), live);
      return calls.once({
        id: key,
        asked,
        handle: live,
        async find() {
          await recovered;
          return findAiCall(db, key);
        },
        replay: (kept) => replay(kept, work, live),
        run: (bodyHash) => begin(work, bodyHash, live),
        over: ({ outcome }: WatchedCall<Answer>) => outcome,
      });
    },

    async stop(key) {
      stopped.add(key);
      const found = calls.inFlight(key);
      if (found) {
        found.handle.abort(stoppedError());
        await found.answer.then(
          () => found.handle.outcome,
          () => undefined,
        );
        return true;
      }
      await recovered;
      return (await findAiCall(db, key)) !== null;
    },

    async close() {
      isClosed = true;
      await recovered;
      const ending = [...running];
      for (const call of ending) call.abort(stoppingError());
      await Promise.all(ending.map((call) => call.outcome));
    },
  };
}

/** Makes a call that was kept look like one that has just ended. */
function replay<Answer>(kept: StoredAiCall, work: PaidWork<Answer>, live: LiveCall<Answer>): WatchedCall<Answer> {
  if (kept.answer !== null) {
    const answer = work.parse(JSON.parse(kept.answer));
    live.append(work.textOf(answer));
    live.end({ answer });
    return live;
  }
  if (kept.output) live.append(kept.output);
  // Without an error: its end could not be stored.
  live.end({ error: kept.error === null ? stoppingError() : refusalOf(kept.error) });
  return live;
}

function leastOf(promptTokens: number, work: Pick<PaidWork<unknown>, 'costOf'>): AiCost {
  return { promptTokens, completionTokens: 0, costUsd: work.costOf(promptTokens, 0) };
}

function abortError(signal: AbortSignal): AppError {
  return signal.reason instanceof AppError ? signal.reason : stoppedError();
}
