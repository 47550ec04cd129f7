import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { ErrorCode, Issue, ProviderFault } from '#shared/kernel/errors.ts';

/** A call that must happen once: the call's name in the contract, the caller's key, and the SHA-256 of the body. */
export interface OnceKey {
  call: string;
  key: string;
  bodyHash: string;
}

/** How a call was refused; `current` is the state stored at that time, for refusals that include it. */
export interface StoredError {
  code: ErrorCode;
  message: string;
  issues?: Issue[] | undefined;
  current?: unknown;
  reason?: ProviderFault | undefined;
}

/** The answer to the call with a key, as JSON text. */
type StoredOutcome = { bodyHash: string } & ({ answer: string } | { error: string });

/** The stored outcome of the call that used a key; null for a new key. */
export async function findOutcome(ex: Executor, { call, key }: OnceKey): Promise<StoredOutcome | null> {
  const row = await ex
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer', 'error'])
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  const bodyHash = row.body_hash;
  return row.answer === null ? { bodyHash, error: row.error ?? '{}' } : { bodyHash, answer: row.answer };
}

/** Stores that the call was refused. `now` in milliseconds since 1970. */
export async function storeRefusal(ex: Executor, key: OnceKey, error: StoredError, now: number): Promise<void> {
  await insertOutcome(ex, key, { answer: null, error: JSON.stringify(error) }, now);
}

/**
 * Does a call's work and stores its answer: both, or neither. `now` in milliseconds since 1970. Throws whatever `work`
 * throws, and then stores nothing.
 */
export async function storeAnswer<T>(
  ex: Executor,
  key: OnceKey,
  work: (trx: Executor) => Promise<T>,
  now: number,
): Promise<T> {
  return atomically(ex, async (trx) => {
    const answer = await work(trx);
    await insertOutcome(trx, key, { answer: JSON.stringify(answer), error: null }, now);
    return answer;
  });
}

/** Deletes the keys used before `time` (milliseconds since 1970); returns how many. */
export async function sweepOnceKeys(ex: Executor, time: number): Promise<number> {
  const { numDeletedRows } = await ex
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', isoTime(time))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function insertOutcome(
  ex: Executor,
  { call, key, bodyHash }: OnceKey,
  outcome: { answer: string | null; error: string | null },
  now: number,
): Promise<void> {
  await ex
    .insertInto('idempotency_keys')
    .values({ call, key, body_hash: bodyHash, ...outcome, created_at: isoTime(now) })
    .execute();
}
