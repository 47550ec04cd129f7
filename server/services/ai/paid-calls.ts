import type { Redact } from '#server/adapters/ai/redact.ts';
import type { Executor } from '#server/db/transaction.ts';
import {
  failAiCall,
  findAiCall,
  interruptedAiCalls,
  type StoredAiCall,
  startAiCall,
} from '#server/repositories/ai-calls.ts';
import { createAtMostOnce, hashOf, refusalOf, toStoredError } from '#server/services/at-most-once.ts';
import { estimateTokens } from '#server/workers/tokens-estimate.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { LiveCall, type WatchedCall } from './live-call.ts';
import type { Models } from './models.ts';
import { stoppedError, stoppingError } from './paid-call-errors.ts';
import type { AiLog, PaidWork } from './paid-work.ts';
import { textCost } from './pricing.ts';
import { createPaidCallRunner, leastCost } from './run-paid-call.ts';

export interface PaidCalls {
  /**
   * Makes a call at most once (docs/rules.md, "Idempotency-Key"), as described in `at-most-once.ts`. Throws AppError
   * `idempotency_mismatch`, and whatever `admit` throws.
   */
  start<Answer>(work: PaidWork<Answer>): Promise<WatchedCall<Answer>>;
  /**
   * Ends the call with this key, at the provider too. False when no call has the key; if that call arrives within ten
   * minutes (the stop overtook it on the way), nothing is bought for it.
   */
  stop(key: string): Promise<boolean>;
  /** Ends every running call; the text that has arrived is stored. */
  close(): Promise<void>;
}

interface PaidCallOptions {
  db: Executor;
  clock: Clock;
  redact: Redact;
  log: AiLog;
  /** The prices of the model with which an interrupted call was made. */
  pricesOf: Models['pricesOf'];
}

export function createPaidCalls(options: PaidCallOptions): PaidCalls {
  const { db, clock, redact, log } = options;
  const runner = createPaidCallRunner(options);
  const calls = createAtMostOnce<WatchedCall<unknown>>();
  const running = new Set<WatchedCall<unknown>>();
  const stopped = new StoppedKeys(clock);
  let isClosed = false;

  const recovered = endInterrupted(options).catch((error: unknown) => {
    log.error({ fault: redact(String(error)) }, 'interrupted AI calls could not be closed');
  });
  async function begin<Answer>(work: PaidWork<Answer>, bodyHash: string, live: LiveCall<Answer>) {
    await recovered;
    const { key } = work;
    if (key !== undefined && stopped.has(key)) throw stoppedError();
    const admitted = await work.admit();
    live.signal.throwIfAborted();
    if (isClosed) throw stoppingError();
    const { runId = null, step = null, categoryId = null, reads = null, call } = work;
    const { model, providerId } = admitted;
    const row = { key: key ?? null, call, bodyHash, model, providerId, runId, step, categoryId, reads };
    const id = await startAiCall(db, row, leastCost(admitted), clock.now());
    running.add(live);
    void runner.run(admitted, live, { id, call }).finally(() => running.delete(live));
    return live;
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
        replay: (stored) => replay(stored, work, live),
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

/**
 * Ends the calls that were running when a server died: their input and the part of the output that had arrived are
 * booked.
 */
async function endInterrupted({ db, clock, log, pricesOf }: PaidCallOptions): Promise<void> {
  for (const { id, output, promptTokens, call, providerId, model } of await interruptedAiCalls(db)) {
    const completionTokens = estimateTokens(output ?? '');
    const prices = await pricesOf(providerId, model);
    const cost = { promptTokens, completionTokens, costUsd: textCost(prices, promptTokens, completionTokens) };
    await failAiCall(db, id, { error: toStoredError(stoppingError()), output, cost, now: clock.now() });
    log.warn({ call, aiCall: id }, 'an AI call was under way when the server died');
  }
}

/** Makes a stored call look like a call that has just ended. */
function replay<Answer>(stored: StoredAiCall, work: PaidWork<Answer>, live: LiveCall<Answer>): WatchedCall<Answer> {
  if (stored.answer !== null) {
    const answer = work.parse(JSON.parse(stored.answer));
    live.append(work.textOf(answer));
    live.end({ answer });
    return live;
  }
  if (stored.output) live.append(stored.output);
  // There is no stored error when the end of the call could not be stored.
  live.end({ error: stored.error === null ? stoppingError() : refusalOf(stored.error) });
  return live;
}

/** Milliseconds for which a stop waits for a call that it overtook. */
const STOP_WAITS = 10 * 60 * 1000;
const MOST_STOPPED = 1000;

/** The keys that were stopped before their calls arrived; limited in number and time. */
class StoppedKeys {
  readonly #times = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(key: string): void {
    this.#times.delete(key);
    this.#times.set(key, this.#clock.now());
    const [oldest] = this.#times.keys();
    if (this.#times.size > MOST_STOPPED && oldest !== undefined) this.#times.delete(oldest);
  }

  has(key: string): boolean {
    const time = this.#times.get(key);
    return time !== undefined && this.#clock.now() - time < STOP_WAITS;
  }
}
