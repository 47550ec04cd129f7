import type { Selectable } from 'kysely';
import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { PendingSubscriptionsTable } from '#server/db/subscriber-tables.ts';
import type { Executor } from '#server/db/transaction.ts';
import { TOPIC_KINDS, type Topic } from '#shared/kernel/topic.ts';
import { eachTopicOnce, topicText } from '#shared/kernel/topic-text.ts';

/** The request to subscribe an address, until somebody confirms it. */
export interface Pending {
  id: number;
  email: string;
  topics: Topic[];
  source: 'site' | 'owner';
  createdAt: string;
  /** Null until a mail server has accepted the confirmation mail. */
  mailedAt: string | null;
}

const storedTopics = z.array(z.object({ kind: z.enum(TOPIC_KINDS), targetId: z.int() }));

export function toPending(row: Selectable<PendingSubscriptionsTable>): Pending {
  return {
    id: row.id,
    email: row.email,
    topics: storedTopics.parse(JSON.parse(row.topics)),
    source: row.source,
    createdAt: row.created_at,
    mailedAt: row.mailed_at,
  };
}

export async function findPendingByEmail(ex: Executor, email: string): Promise<Pending | null> {
  const row = await ex.selectFrom('pending_subscriptions').where('email', '=', email).selectAll().executeTakeFirst();
  return row ? toPending(row) : null;
}

/**
 * The request to which a confirmation link leads; null for a request older than `since` (milliseconds since 1970), or
 * an unknown one.
 */
export async function findPendingBySecret(ex: Executor, secretHash: string, since: number): Promise<Pending | null> {
  const row = await ex
    .selectFrom('pending_subscriptions')
    .where('secret_hash', '=', secretHash)
    .where('created_at', '>', isoTime(since))
    .selectAll()
    .executeTakeFirst();
  return row ? toPending(row) : null;
}

interface NewPending {
  email: string;
  topics: readonly Topic[];
  source: 'site' | 'owner';
  secretHash: string;
}

/**
 * Stores a request, in the place of an earlier one for the address, and returns its id. Its mail is due from now on.
 * `now` in milliseconds since 1970.
 */
export async function putPending(ex: Executor, pending: NewPending, now: number): Promise<number> {
  const { email, source, secretHash } = pending;
  const topics = JSON.stringify(pending.topics);
  const times = { created_at: isoTime(now), mailed_at: null, next_try_at: isoTime(now) };
  const row = { email, topics, source, secret_hash: secretHash, tries: 0, ...times };
  const { id } = await ex
    .insertInto('pending_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setPendingTopics(ex: Executor, id: number, topics: readonly Topic[]): Promise<void> {
  await ex
    .updateTable('pending_subscriptions')
    .set({ topics: JSON.stringify(topics) })
    .where('id', '=', id)
    .execute();
}

/** Replaces a deleted topic in unconfirmed requests by its heir, or removes it. */
export async function movePendingTopics(ex: Executor, gone: Topic, heir?: number): Promise<void> {
  const rows = await ex
    .selectFrom('pending_subscriptions')
    .where('topics', 'like', `%${JSON.stringify(gone)}%`)
    .selectAll()
    .execute();
  for (const { id, topics } of rows.map(toPending)) {
    const moved = topics.flatMap((topic) => {
      if (topicText(topic) !== topicText(gone)) return [topic];
      return heir === undefined ? [] : [{ ...topic, targetId: heir }];
    });
    await setPendingTopics(ex, id, eachTopicOnce(moved));
  }
}

/**
 * The requests whose mail is due now, at most `limit`, and the time at which the next mail is due: ISO 8601, null for
 * none. Requests made at `since` or earlier can no longer be confirmed. Times in milliseconds since 1970.
 */
export async function dueConfirmations(
  ex: Executor,
  { now, since, limit }: { now: number; since: number; limit: number },
): Promise<{ ids: number[]; next: string | null }> {
  const rows = await ex
    .selectFrom('pending_subscriptions')
    .where('next_try_at', 'is not', null)
    .where('created_at', '>', isoTime(since))
    .select(['id', 'next_try_at'])
    .orderBy('next_try_at')
    .limit(limit + 1)
    .execute();
  const due = rows.filter(({ next_try_at: at }) => at !== null && at <= isoTime(now)).slice(0, limit);
  return { ids: due.map(({ id }) => id), next: rows[due.length]?.next_try_at ?? null };
}

/** A confirmation mail that is being sent. */
export interface BegunConfirmation {
  email: string;
  tries: number;
}

/**
 * Begins an attempt to send a mail that is due, with a new secret, and stores the time of the next attempt: after a
 * kill in the middle, the mail is retried. Returns null when the mail is no longer due. `now` in milliseconds since
 * 1970, `wait` is the time from it to the next attempt.
 */
export async function beginConfirmation(
  ex: Executor,
  id: number,
  { secretHash, now, wait }: { secretHash: string; now: number; wait: (tries: number) => number | null },
): Promise<BegunConfirmation | null> {
  const row = await ex
    .selectFrom('pending_subscriptions')
    .where('id', '=', id)
    .where('next_try_at', '<=', isoTime(now))
    .select(['email', 'tries'])
    .executeTakeFirst();
  if (!row) return null;
  const tries = row.tries + 1;
  const rest = wait(tries);
  const next = rest === null ? null : isoTime(now + rest);
  await ex
    .updateTable('pending_subscriptions')
    .set({ tries, secret_hash: secretHash, next_try_at: next })
    .where('id', '=', id)
    .execute();
  return { email: row.email, tries };
}

/**
 * Records that the mail server accepted the mail with this secret (`mailedAt`, in milliseconds since 1970), or refused
 * it permanently (null).
 */
export async function endConfirmation(ex: Executor, secretHash: string, mailedAt: number | null): Promise<void> {
  await ex
    .updateTable('pending_subscriptions')
    .set({ next_try_at: null, ...(mailedAt !== null && { mailed_at: isoTime(mailedAt) }) })
    .where('secret_hash', '=', secretHash)
    .execute();
}

/** Deletes a request; returns whether there was one. */
export async function deletePending(ex: Executor, id: number): Promise<boolean> {
  const row = await ex.deleteFrom('pending_subscriptions').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

export async function deletePendingOf(ex: Executor, email: string): Promise<void> {
  await ex.deleteFrom('pending_subscriptions').where('email', '=', email).execute();
}

/** Deletes the requests made at `before` or earlier; milliseconds since 1970. */
export async function sweepPending(ex: Executor, before: number): Promise<void> {
  await ex.deleteFrom('pending_subscriptions').where('created_at', '<=', isoTime(before)).execute();
}

/** Deletes all requests: after a restore nobody knows which of them were confirmed in the meantime. */
export async function deleteAllPending(ex: Executor): Promise<void> {
  await ex.deleteFrom('pending_subscriptions').execute();
}
