import { sql } from 'kysely';
import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { LetterFigures, LetterTrouble } from '#shared/contract/letters/letters.ts';
import { inChunks } from '../in-chunks.ts';
import { isSuppressed, suppressBounced } from './suppression.ts';

/** A subscriber who is to get a letter. */
export interface NewRecipient {
  subscriberId: number;
  /** The topic that the recipient follows; '' for the whole site. */
  topic: string;
  /** The posts of the letter that the recipient gets; null for all. */
  postIds: readonly number[] | null;
}

/** Adds recipients of one letter, each once however often they are given. `now` in milliseconds since 1970. */
export async function addRecipients(
  ex: Executor,
  letterId: number,
  recipients: readonly NewRecipient[],
  now: number,
): Promise<void> {
  for (const slice of inChunks(recipients)) {
    const rows = slice.map(({ subscriberId, topic, postIds }) => ({
      letter_id: letterId,
      subscriber_id: subscriberId,
      topic,
      post_ids: postIds && JSON.stringify(postIds),
      due_at: isoTime(now),
    }));
    await ex
      .insertInto('letter_recipients')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** A recipient to whom the letter is sent now. */
export interface Recipient extends NewRecipient {
  letterId: number;
  email: string;
  linkKey: string;
  attempts: number;
  losses: number;
}

/**
 * The longest time, in milliseconds, that a recipient waits for a retry. A recipient who would wait longer was put off
 * while the clock was ahead.
 */
const LONGEST_WAIT = 24 * 60 * 60 * 1000;

const postIds = z.array(z.int()).nullable();

/**
 * Takes the next recipient of a letter whose time has come, and records that the letter is being sent to them. Checks
 * once more whether it may be sent: returns `left` when it may not any more, and null when nobody is due. `now` in
 * milliseconds since 1970.
 */
export async function takeRecipient(ex: Executor, letterId: number, now: number): Promise<Recipient | 'left' | null> {
  return atomically(ex, async (trx) => {
    const row = await trx
      .selectFrom('letter_recipients as r')
      .innerJoin('newsletter_subscribers as s', 's.id', 'r.subscriber_id')
      .where('r.letter_id', '=', letterId)
      .where('r.state', '=', sql.lit('waiting'))
      .where(({ or, eb }) => or([eb('r.due_at', '<=', isoTime(now)), eb('r.due_at', '>', isoTime(now + LONGEST_WAIT))]))
      .orderBy('r.due_at')
      .limit(1)
      .select(['r.subscriber_id', 'r.topic', 'r.post_ids', 'r.attempts', 'r.losses'])
      .select(['s.email', 's.subscribed', 's.ended_at', 's.link_key'])
      .executeTakeFirst();
    if (!row) return null;
    const recipient = { letterId, subscriberId: row.subscriber_id };
    const mayBeSent = row.subscribed === 1 && row.ended_at === null && !(await isSuppressed(trx, row.email));
    if (!mayBeSent || row.link_key === null) {
      await writeState(trx, recipient, { state: 'left', settled_at: isoTime(now) });
      return 'left';
    }
    await writeState(trx, recipient, { state: 'sending' });
    return {
      ...recipient,
      topic: row.topic,
      postIds: postIds.parse(JSON.parse(row.post_ids ?? 'null')),
      email: row.email,
      linkKey: row.link_key,
      attempts: row.attempts,
      losses: row.losses,
    };
  });
}

type Named = Pick<Recipient, 'letterId' | 'subscriberId'>;

interface Change {
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'left';
  settled_at?: string;
  answer?: string | null;
  is_bounce?: 0 | 1;
  due_at?: string;
  attempts?: number;
  losses?: number;
}

async function writeState(ex: Executor, { letterId, subscriberId }: Named, change: Change): Promise<void> {
  await ex
    .updateTable('letter_recipients')
    .set(change)
    .where('letter_id', '=', letterId)
    .where('subscriber_id', '=', subscriberId)
    .execute();
}

/** Records that the mail server has accepted the mail. */
export async function markSent(ex: Executor, recipient: Named, now: number): Promise<void> {
  await writeState(ex, recipient, { state: 'sent', settled_at: isoTime(now), answer: null });
}

/** Records that the mail failed and is not retried. A second bounce ends the subscription. */
export async function markFailed(
  ex: Executor,
  recipient: Named,
  { answer, isBounce, now }: { answer: string; isBounce: boolean; now: number },
): Promise<void> {
  await atomically(ex, async (trx) => {
    const failed = { state: 'failed' as const, settled_at: isoTime(now), answer, is_bounce: isBounce ? 1 : 0 } as const;
    await writeState(trx, recipient, failed);
    if (isBounce) await suppressBounced(trx, recipient.subscriberId, now);
  });
}

/** Retries the mail at `dueAt`, in milliseconds since 1970. `losses` and `attempts` are their numbers so far. */
export async function putOff(
  ex: Executor,
  recipient: Named,
  { dueAt, ...rest }: { dueAt: number; answer: string; attempts: number; losses: number },
): Promise<void> {
  await writeState(ex, recipient, { state: 'waiting', due_at: isoTime(dueAt), ...rest });
}

/**
 * Queues again everybody to whom a letter was being sent when the program ended: it is not known whether the mail
 * server had accepted the mail, and nobody must miss it. Each is counted as a loss. `now` in milliseconds since 1970.
 */
export async function resumeInterrupted(ex: Executor, now: number): Promise<void> {
  await ex
    .updateTable('letter_recipients')
    .set(({ eb }) => ({ state: 'waiting', due_at: isoTime(now), losses: eb('losses', '+', 1) }))
    .where('state', '=', sql.lit('sending'))
    .execute();
}

/** Whether a letter has recipients who still wait for it. */
export async function hasRecipientsLeft(ex: Executor, letterId: number): Promise<boolean> {
  const waiting = await ex
    .selectFrom('letter_recipients')
    .where('letter_id', '=', letterId)
    .where('state', '=', sql.lit('waiting'))
    .limit(1)
    .select('subscriber_id')
    .executeTakeFirst();
  return waiting !== undefined;
}

/** The time of the next attempt for a recipient who waits, of the letters being sent now; ISO 8601, null for none. */
export async function nextTry(ex: Executor): Promise<string | null> {
  const { at } = await ex
    .selectFrom('letter_recipients as r')
    .innerJoin('letters as l', 'l.id', 'r.letter_id')
    .where('r.state', '=', sql.lit('waiting'))
    .where('l.state', '=', 'sending')
    .where('l.is_paused', '=', 0)
    .select(({ fn }) => fn.min('r.due_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

/** The number of recipients who still wait for a letter. */
export async function countWaiting(ex: Executor): Promise<number> {
  const { count } = await ex
    .selectFrom('letter_recipients')
    .where('state', '=', sql.lit('waiting'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The times at which mails were sent since a time, in order; all in milliseconds since 1970. */
export async function sentSince(ex: Executor, since: number): Promise<number[]> {
  const rows = await ex
    .selectFrom('letter_recipients')
    .where('state', '=', sql.lit('sent'))
    .where('settled_at', '>', isoTime(since))
    .orderBy('settled_at')
    .select('settled_at')
    .execute();
  return rows.flatMap(({ settled_at }) => (settled_at === null ? [] : [Date.parse(settled_at)]));
}

export async function figuresOf(ex: Executor, letterId: number): Promise<LetterFigures> {
  const rows = await ex
    .selectFrom('letter_recipients')
    .where('letter_id', '=', letterId)
    .groupBy('state')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count'), sql<number>`sum(losses > 0)`.as('lost')])
    .execute();
  const of = (wanted: string) => rows.find(({ state }) => state === wanted)?.count ?? 0;
  return {
    recipients: rows.reduce((sum, { count }) => sum + count, 0),
    sent: of('sent'),
    failed: of('failed'),
    left: of('left'),
    perhapsTwice: rows.reduce((sum, { state, lost }) => sum + (state === 'left' ? 0 : lost), 0),
  };
}

/** The recipients whom a letter has not reached, or perhaps reached more than once; failures first. */
export async function troublesOf(ex: Executor, letterId: number, limit: number): Promise<LetterTrouble[]> {
  const rows = await ex
    .selectFrom('letter_recipients as r')
    .innerJoin('newsletter_subscribers as s', 's.id', 'r.subscriber_id')
    .where('r.letter_id', '=', letterId)
    .where(({ or, eb, and }) =>
      or([
        eb('r.state', '=', 'failed'),
        eb('r.losses', '>', 0),
        and([eb('r.state', '=', 'waiting'), eb('r.attempts', '>', 0)]),
      ]),
    )
    .orderBy(sql`r.state = 'failed'`, 'desc')
    .orderBy('r.subscriber_id')
    .limit(limit)
    .select(['s.email', 'r.state', 'r.answer', 'r.losses', 'r.due_at'])
    .execute();
  return rows.map(({ email, state, answer, losses, due_at }) => {
    const isOver = state === 'failed' || state === 'sent';
    const shown = isOver ? state : ('waiting' as const);
    return { email, state: shown, answer, perhapsTwice: losses > 0, nextTryAt: isOver ? null : due_at };
  });
}

/**
 * Deletes recipients of letters that ended before a time (milliseconds since 1970); the letters keep their figures.
 * Returns how many: fewer than `limit` when there are no more.
 */
export async function forgetRecipients(ex: Executor, before: number, limit: number): Promise<number> {
  const rows = await ex
    .selectFrom('letter_recipients as r')
    .innerJoin('letters as l', 'l.id', 'r.letter_id')
    .where('l.ended_at', '<', isoTime(before))
    .limit(limit)
    .select(['r.letter_id', 'r.subscriber_id'])
    .execute();
  await atomically(ex, async (trx) => {
    for (const { letter_id, subscriber_id } of rows) {
      await trx
        .deleteFrom('letter_recipients')
        .where('letter_id', '=', letter_id)
        .where('subscriber_id', '=', subscriber_id)
        .execute();
    }
  });
  return rows.length;
}
