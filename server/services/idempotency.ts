import type { Executor } from '#server/db/transaction.ts';
import { findOutcome, type OnceKey, storeRefusal } from '#server/repositories/idempotency-keys.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { createAtMostOnce, refusalOf, toStoredError } from './at-most-once.ts';

interface OnceCall<T> {
  /** The call's name in the contract; the keys of different calls are independent. */
  call: string;
  /** The name under which earlier versions stored keys of this call, when they stored them separately. */
  alsoKeptAs?: string;
  /** The `Idempotency-Key` that the caller sent; without a key the call is simply made. */
  key: string | undefined;
  /** The parsed body. */
  body: unknown;
  /**
   * Makes the call. If a key is given, the call stores its answer under that key in the same transaction as its work.
   */
  run: (key: OnceKey | null) => Promise<T>;
  /** Reads a stored answer. */
  parse: (answer: unknown) => T;
}

export interface Idempotency {
  /**
   * Makes a call at most once (docs/rules.md, "Idempotency-Key"), as described in `at-most-once.ts`. An error of our
   * own is not stored: nothing was done, and the key may be used again. Throws AppError `idempotency_mismatch` when the
   * key was used with another body; `current` is the answer to the earlier call, unless that call was refused.
   */
  once<T>(call: OnceCall<T>): Promise<T>;
}

export function createIdempotency({ db, clock }: { db: Executor; clock: Clock }): Idempotency {
  const calls = createAtMostOnce();

  async function runOnce<T>(key: OnceKey, run: OnceCall<T>['run']): Promise<T> {
    try {
      return await run(key);
    } catch (error) {
      if (error instanceof AppError && error.status < 500)
        await storeRefusal(db, key, toStoredError(error), clock.now());
      throw error;
    }
  }

  return {
    async once({ call, alsoKeptAs, key, body, run, parse }) {
      if (key === undefined) return run(null);
      const keyOf = (bodyHash: string): OnceKey => ({ call, key, bodyHash });
      return calls.once({
        id: JSON.stringify([call, key]),
        asked: body,
        handle: null,
        async find(bodyHash) {
          const found = await findOutcome(db, keyOf(bodyHash));
          if (found || alsoKeptAs === undefined) return found;
          return findOutcome(db, { ...keyOf(bodyHash), call: alsoKeptAs });
        },
        replay(stored) {
          if ('error' in stored) throw refusalOf(stored.error);
          return parse(JSON.parse(stored.answer));
        },
        known: (stored) => ('answer' in stored ? parse(JSON.parse(stored.answer)) : undefined),
        run: (bodyHash) => runOnce(keyOf(bodyHash), run),
      });
    },
  };
}
