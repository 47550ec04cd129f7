import type { Selectable } from 'kysely';
import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { PendingSubscriptionsTable } from '#server/db/subscriber-tables.ts';
import type { Executor } from '#server/db/transaction.ts';
import { TOPIC_KINDS, type Topic } from '#shared/kernel/topic.ts';
import { eachTopicOnce, topicText } from '#shared/kernel/topic-text.ts';

/** What has been asked for an address, before anybody has confirmed it. */
export interface Pending {
  id: number;
  email: string;
  topics: Topic[];
  source: 'site' | 'owner';
  createdAt: string;
  /** Null until a mail server has taken the mail that asks back. */
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

/** What the link of a confirmation leads to; null for one that is older than `since` (milliseconds since 1970) or unknown. */
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
 * Keeps what was asked for, in the place of what the address had, and gives its id. Its mail is due from now on. `now` in
 * milliseconds since 1970.
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

/** What was asked for and is not confirmed yet: its heir in the place of a topic, or nothing. */
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
 * Those whose mail is due now, at most `limit`, and when the next one is: ISO 8601, null for none. What was asked for at `since`
 * or earlier cannot be confirmed any more. Times in milliseconds since 1970.
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

/** A mail whose try is begun. */
export interface BegunConfirmation {
  email: string;
  tries: number;
}

/**
 * Begins a try of a mail that is due, with a secret of its own, and says when the next would be: a kill in the middle has it
 * tried again. Null where it is not due any more. `now` in milliseconds since 1970, `wait` from it to the next try.
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

/** The mail of this secret was taken by the mail server (`mailedAt`, in milliseconds since 1970), or refused for good (null). */
export async function endConfirmation(ex: Executor, secretHash: string, mailedAt: number | null): Promise<void> {
  await ex
    .updateTable('pending_subscriptions')
    .set({ next_try_at: null, ...(mailedAt !== null && { mailed_at: isoTime(mailedAt) }) })
    .where('secret_hash', '=', secretHash)
    .execute();
}

/** Whether there was one. */
export async function deletePending(ex: Executor, id: number): Promise<boolean> {
  const row = await ex.deleteFrom('pending_subscriptions').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

export async function deletePendingOf(ex: Executor, email: string): Promise<void> {
  await ex.deleteFrom('pending_subscriptions').where('email', '=', email).execute();
}

/** Deletes those that were asked for at `before` or earlier; milliseconds since 1970. */
export async function sweepPending(ex: Executor, before: number): Promise<void> {
  await ex.deleteFrom('pending_subscriptions').where('created_at', '<=', isoTime(before)).execute();
}

/** Deletes all: after a restore nobody knows which of them were confirmed meanwhile. */
export async function deleteAllPending(ex: Executor): Promise<void> {
  await ex.deleteFrom('pending_subscriptions').execute();
}
