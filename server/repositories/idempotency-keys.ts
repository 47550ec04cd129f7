import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { Post, PostFields } from '#shared/contract/posts.ts';
import type { ErrorCode, Issue } from '#shared/kernel/errors.ts';
import { insertPost, type RenderedText } from './post-writes.ts';

/** A call that must happen once: its name in the contract, the caller's key, and the SHA-256 of its body. */
export interface OnceKey {
  call: string;
  key: string;
  bodyHash: string;
}

/** How a call was refused. */
export interface KeptError {
  code: ErrorCode;
  message: string;
  issues?: Issue[] | undefined;
}

/** What was answered under a key, as JSON text. */
export type KeptOutcome = { bodyHash: string } & ({ answer: string } | { error: string });

/** What a key was used for; null for a new one. */
export async function findOutcome(ex: Executor, { call, key }: OnceKey): Promise<KeptOutcome | null> {
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

/** Keeps that the call was refused. `now` in milliseconds since 1970. */
export async function keepRefusal(ex: Executor, key: OnceKey, error: KeptError, now: number): Promise<void> {
  await insertOutcome(ex, key, { answer: null, error: JSON.stringify(error) }, now);
}

/** Stores a new post and what its call is answered with: both, or neither. Throws as `insertPost` does. */
export async function insertPostOnce(
  ex: Executor,
  key: OnceKey,
  post: PostFields & RenderedText,
  now: number,
): Promise<Post> {
  return atomically(ex, async (trx) => {
    const made = await insertPost(trx, post, now);
    await insertOutcome(trx, key, { answer: JSON.stringify(made), error: null }, now);
    return made;
  });
}

/** Forgets the keys used before `time` (milliseconds since 1970); answers how many. */
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
