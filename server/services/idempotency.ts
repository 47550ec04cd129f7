import { createHash } from 'node:crypto';
import type { Executor } from '#server/db/transaction.ts';
import { findOutcome, type KeptError, keepRefusal, type OnceKey } from '#server/repositories/idempotency-keys.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

export interface OnceCall<T> {
  /** The call's name in the contract; keys of different calls have nothing to do with each other. */
  call: string;
  /** What the caller sent as `Idempotency-Key`; without one the call is simply made. */
  key: string | undefined;
  /** The body as it was parsed. */
  body: unknown;
  /** Makes the call. Given a key, it stores its answer under it in the transaction in which it does its work. */
  run: (key: OnceKey | null) => Promise<T>;
  /** Reads a stored answer. */
  parse: (answer: unknown) => T;
}

export interface Idempotency {
  /**
   * Makes a call at most once (docs/rules.md, "Idempotency-Key"): an unknown key starts it, one in flight joins, one
   * that was used gets the same answer or the same refusal. A fault of our own is not kept: nothing was done, and the
   * key may be used again. Throws AppError `idempotency_mismatch` when the key was used with another body.
   */
  once<T>(call: OnceCall<T>): Promise<T>;
}

export function createIdempotency({ db, clock }: { db: Executor; clock: Clock }): Idempotency {
  const inFlight = new Map<string, { bodyHash: string; answer: Promise<unknown> }>();

  const answerOnce = async <T>(key: OnceKey, { run, parse }: OnceCall<T>): Promise<T> => {
    const kept = await findOutcome(db, key);
    if (kept) {
      refuseOther(kept.bodyHash, key);
      if ('error' in kept) throw refusalOf(JSON.parse(kept.error) as KeptError);
      return parse(JSON.parse(kept.answer));
    }
    try {
      return await run(key);
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        const { code, message, issues, current } = error;
        await keepRefusal(db, key, { code, message, issues, current }, clock.now());
      }
      throw error;
    }
  };

  return {
    async once(call) {
      if (call.key === undefined) return call.run(null);
      const bodyHash = createHash('sha256').update(JSON.stringify(call.body)).digest('hex');
      const key: OnceKey = { call: call.call, key: call.key, bodyHash };
      const id = JSON.stringify([key.call, key.key]);
      const running = inFlight.get(id);
      if (running) {
        refuseOther(running.bodyHash, key);
        return running.answer as ReturnType<typeof call.run>;
      }
      const answer = answerOnce(key, call);
      inFlight.set(id, { bodyHash, answer });
      try {
        return await answer;
      } finally {
        inFlight.delete(id);
      }
    },
  };
}

function refuseOther(bodyHash: string, key: OnceKey): void {
  if (bodyHash !== key.bodyHash) throw new AppError('idempotency_mismatch');
}

function refusalOf({ code, message, issues, current }: KeptError): AppError {
  return new AppError(code, { message, current, ...(issues ? { issues } : {}) });
}
