import type { Mail, Mailer } from '#server/adapters/mailer.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import {
  findPendingByEmail,
  markUnmailed,
  putPending,
  setPendingTopics,
} from '#server/repositories/subscribers/pending.ts';
import { findSubscriberByEmail } from '#server/repositories/subscribers/subscribers.ts';
import { findSuppression } from '#server/repositories/subscribers/suppressed.ts';
import { nameTopics } from '#server/repositories/subscribers/topics.ts';
import type { SubscriptionFields } from '#shared/contract/letters/subscriptions.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { MOST_TOPICS } from '#shared/kernel/topic.ts';
import { eachTopicOnce } from '#shared/kernel/topic-text.ts';
import { createAskLimits } from './ask-limits.ts';
import { newSecret, secretHash } from './secrets.ts';
import { confirmationMail, followsAlreadyMail } from './subscription-mails.ts';

const DAY = 24 * 60 * 60_000;
/** How long an address that nobody confirms is kept, and its link works; in milliseconds. */
export const CONFIRMED_WITHIN = 2 * DAY;

/** Where mails to readers go out. */
export interface ReadersMail {
  mailer: Mailer;
  /** Who they are from, asked for each: the owner may change it. */
  sender: () => Promise<Pick<Mail, 'replyTo'> & { from: NonNullable<Mail['from']> }>;
  site: () => Promise<{ name: string; url: string }>;
}

/** Asking for letters, and the mail that asks back (docs/rules.md, "Subscribing"). */
export interface Invitations {
  /** Whether there is a mail server; without one nothing can be asked for. */
  readonly isOpen: boolean;
  /**
   * A reader asks. What is answered, and how soon, says nothing of the address: mail goes its own way. `isProgram`: the
   * field nobody sees was filled. Throws AppError `mail_not_configured`, `rate_limited`, and `invalid_input` for topics
   * of which none is there. `isFirst`, for what a reader instance brings, is asked in the transaction that writes it down:
   * where it is not the first time nothing is done.
   */
  ask(
    fields: SubscriptionFields & { isProgram: boolean },
    network: string,
    isFirst?: (trx: Executor) => Promise<boolean>,
  ): Promise<void>;
  /** The owner adds somebody. Throws as above, and `already_follows`, `address_suppressed`. */
  invite(fields: SubscriptionFields): Promise<void>;
  /** Resolves when no mail is under way any more. */
  settled(): Promise<void>;
}

interface InvitationOptions {
  db: Executor;
  clock: Clock;
  /** Absent when no mail server is set. */
  mail?: ReadersMail | undefined;
  onMailError: (error: unknown) => void;
}

/** What is to be mailed. */
type Outcome = { send: 'confirmation'; secret: string } | { send: 'link'; linkKey: string; secret: string } | null;

export function createInvitations({ db, clock, mail, onMailError }: InvitationOptions): Invitations {
  const underWay = new Set<Promise<void>>();
  const countAsk = createAskLimits(clock);

  const send = async (email: string, outcome: NonNullable<Outcome>, { mailer, sender, site }: ReadersMail) => {
    try {
      const words =
        outcome.send === 'confirmation'
          ? confirmationMail(await site(), outcome.secret)
          : followsAlreadyMail(await site(), outcome.linkKey);
      await mailer.send({ ...(await sender()), to: email, ...words });
    } catch (error) {
      onMailError(error);
      // Nothing has come: whoever asks again today gets it then.
      await markUnmailed(db, hashOf(outcome.secret)).catch(onMailError);
    }
  };

  const begin = (email: string, outcome: Outcome) => {
    if (!mail || !outcome) return;
    const sending = send(email, outcome, mail).finally(() => underWay.delete(sending));
    underWay.add(sending);
  };

  const requireMail = () => {
    if (!mail) throw new AppError('mail_not_configured');
  };

  return {
    isOpen: mail !== undefined,
    async ask({ isProgram, ...fields }, network, isFirst) {
      requireMail();
      countAsk(network);
      const topics = await topicsThere(db, fields);
      if (isProgram) return;
      const outcome = await atomically(db, async (trx) => {
        if (isFirst && !(await isFirst(trx))) return null;
        return decide(trx, { ...fields, topics }, 'site', clock.now());
      });
      begin(fields.email, outcome);
    },
    async invite(fields) {
      requireMail();
      const topics = await topicsThere(db, fields);
      if ((await findSubscriberByEmail(db, fields.email))?.subscribed === 1) throw new AppError('already_follows');
      if (await mayNotBeMailed(db, fields.email)) throw new AppError('address_suppressed');
      begin(fields.email, await atomically(db, (trx) => decide(trx, { ...fields, topics }, 'owner', clock.now())));
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}

/** Throws AppError `invalid_input` when nothing is left of what was asked for. */
export async function topicsThere(db: Executor, { topics }: SubscriptionFields) {
  const there = await nameTopics(db, eachTopicOnce(topics));
  if (there.length > 0) return there.map(({ kind, targetId }) => ({ kind, targetId }));
  const message = 'What you wanted to follow is not here any more.';
  throw new AppError('invalid_input', { message, issues: [{ path: 'topics', message }] });
}

/** An address that came back, or called letters spam. One that was erased may be asked: only its reader can confirm. */
async function mayNotBeMailed(ex: Executor, email: string): Promise<boolean> {
  const suppression = await findSuppression(ex, email);
  return suppression !== null && suppression.reason !== 'erased';
}

/** Writes down what was asked for. One mail a day goes to an address, whoever asks for it. */
async function decide(
  trx: Executor,
  { email, topics }: SubscriptionFields,
  source: 'site' | 'owner',
  now: number,
): Promise<Outcome> {
  if (await mayNotBeMailed(trx, email)) return null;
  const pending = await findPendingByEmail(trx, email);
  const follower = await findSubscriberByEmail(trx, email);
  const isValid = pending !== null && now - Date.parse(pending.createdAt) < CONFIRMED_WITHIN;
  const all = eachTopicOnce([...(isValid ? pending.topics : []), ...topics]).slice(0, MOST_TOPICS);
  if (pending?.mailedAt && now - Date.parse(pending.mailedAt) < DAY) {
    await setPendingTopics(trx, pending.id, all);
    return null;
  }
  const secret = newSecret();
  await putPending(trx, { email, topics: all, source, secretHash: hashOf(secret) }, now);
  if (follower?.subscribed === 1 && follower.link_key !== null)
    return { send: 'link', linkKey: follower.link_key, secret };
  return { send: 'confirmation', secret };
}

function hashOf(secret: string): string {
  const hash = secretHash(secret);
  if (hash === null) throw new Error('Not a secret of ours');
  return hash;
}
