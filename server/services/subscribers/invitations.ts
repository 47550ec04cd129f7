import type { Mail, Mailer } from '#server/adapters/mailer.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import {
  beginConfirmation,
  dueConfirmations,
  endConfirmation,
  findPendingByEmail,
  putPending,
  setPendingTopics,
} from '#server/repositories/subscribers/pending-subscriptions.ts';
import { findSubscriberByEmail } from '#server/repositories/subscribers/subscribers.ts';
import { findSuppression } from '#server/repositories/subscribers/suppressed.ts';
import { nameTopics } from '#server/repositories/subscribers/topics.ts';
import { createSpanCounts } from '#server/services/minute-counts.ts';
import type { SubscriptionFields } from '#shared/contract/letters/subscriptions.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { MOST_TOPICS } from '#shared/kernel/topic.ts';
import { eachTopicOnce } from '#shared/kernel/topic-text.ts';
import { newSecret, secretHash } from './secrets.ts';
import { confirmationMail, followsAlreadyMail } from './subscription-mails.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The time, in milliseconds, for which an unconfirmed address is kept and its link is valid. */
export const CONFIRMED_WITHIN = 2 * DAY;

/** The way in which mails to readers are sent. */
export interface ReadersMail {
  mailer: Mailer;
  /** The sender, looked up for each mail, because the owner may change it. */
  sender: () => Promise<Pick<Mail, 'replyTo'> & { from: NonNullable<Mail['from']> }>;
  site: () => Promise<{ name: string; url: string }>;
}

/** Requests for letters, and the mail that asks for confirmation (docs/rules.md, "Subscribing"). */
export interface Invitations {
  /** Whether there is a mail server; without one no request is possible. */
  readonly isOpen: boolean;
  /**
   * Handles a reader's request. Neither the answer nor its timing reveals anything about the address: the mail is sent
   * in the background. `isProgram`: the hidden field was filled in. Throws AppError `mail_not_configured`,
   * `rate_limited`, and `invalid_input` when none of the topics exists. `isFirst`, for requests from a reader instance,
   * is called in the transaction that stores the request: when it says that this is not the first time, nothing is
   * done.
   */
  ask(
    fields: SubscriptionFields & { isProgram: boolean },
    network: string,
    isFirst?: (trx: Executor) => Promise<boolean>,
  ): Promise<void>;
  /** Handles the owner's adding of a person. Throws as `ask` does, and `already_follows`, `address_suppressed`. */
  invite(fields: SubscriptionFields): Promise<void>;
  /** Resolves when no mail is being sent any more. */
  settled(): Promise<void>;
}

/** Retries mails that the mail server has not accepted, or that a kill has interrupted. */
export interface ConfirmationRetries {
  /** Sends the mails that are due, and returns when the next is due: ISO 8601, null for none. */
  sendDue(): Promise<string | null>;
  /** Sets the listener that is called when a mail has to be retried. */
  onWaiting(listen: () => void): void;
}

interface InvitationOptions {
  db: Executor;
  clock: Clock;
  /** Absent when no mail server is set. */
  mail?: ReadersMail | undefined;
  onMailError: (error: unknown) => void;
}

/** The number of mails that are retried at once: each waits for the mail server for up to half a minute. */
const AT_ONCE = 20;

export function createInvitations(options: InvitationOptions): Invitations & ConfirmationRetries {
  const { db, clock, mail, onMailError } = options;
  const underWay = new Map<number, Promise<void>>();
  const countAsk = createAskLimits(clock);
  let tellWaiting = () => {};

  /** Rejects when the outcome could not be recorded. */
  const begin = (id: number, by: ReadersMail): Promise<void> => {
    const known = underWay.get(id);
    if (known) return known;
    const parts = { db, clock, onMailError, onWaiting: () => tellWaiting() };
    const sending = sendConfirmation(parts, id, by).finally(() => underWay.delete(id));
    underWay.set(id, sending);
    return sending;
  };
  const beginAtOnce = (id: number | null) => {
    if (mail && id !== null) void begin(id, mail).catch(onMailError);
  };

  const isUnderWay = (id: number) => underWay.has(id);
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
      const id = await atomically(db, async (trx) => {
        if (isFirst && !(await isFirst(trx))) return null;
        return decide(trx, { ...fields, topics }, { source: 'site', now: clock.now(), isUnderWay });
      });
      beginAtOnce(id);
    },
    async invite(fields) {
      requireMail();
      const topics = await topicsThere(db, fields);
      if ((await findSubscriberByEmail(db, fields.email))?.subscribed === 1) throw new AppError('already_follows');
      if (await mayNotBeMailed(db, fields.email)) throw new AppError('address_suppressed');
      const asked = { source: 'owner' as const, now: clock.now(), isUnderWay };
      beginAtOnce(await atomically(db, (trx) => decide(trx, { ...fields, topics }, asked)));
    },
    async settled() {
      await Promise.allSettled(underWay.values());
    },
    async sendDue() {
      if (!mail) return null;
      const look = (limit: number) => {
        const now = clock.now();
        return dueConfirmations(db, { now, since: now - CONFIRMED_WITHIN, limit });
      };
      const { ids } = await look(AT_ONCE);
      await Promise.all(ids.map((id) => begin(id, mail)));
      return (await look(0)).next;
    },
    onWaiting(listen) {
      tellWaiting = listen;
    },
  };
}

interface ConfirmationParts extends Pick<InvitationOptions, 'db' | 'clock' | 'onMailError'> {
  /** Called when the mail has to be retried. */
  onWaiting: () => void;
}

/** Sends the mail that asks for confirmation, if it is due, and records that it was sent. */
async function sendConfirmation(
  { db, clock, onMailError, onWaiting }: ConfirmationParts,
  id: number,
  { mailer, sender, site }: ReadersMail,
): Promise<void> {
  const secret = newSecret();
  const secretHash = hashOf(secret);
  const begun = await atomically(db, (trx) =>
    beginConfirmation(trx, id, { secretHash, now: clock.now(), wait: nextConfirmationAfter }),
  );
  if (!begun) return;
  try {
    const follower = await findSubscriberByEmail(db, begun.email);
    const isFollowing = follower?.subscribed === 1 && follower.link_key !== null;
    const words = isFollowing
      ? followsAlreadyMail(await site(), follower.link_key ?? '')
      : confirmationMail(await site(), secret);
    await mailer.send({ ...(await sender()), to: begun.email, ...words, isAutomatic: true });
  } catch (error) {
    onMailError(error);
    if (isRefusedForGood(error)) await endConfirmation(db, secretHash, null);
    else if (nextConfirmationAfter(begun.tries) !== null) onWaiting();
    return;
  }
  await endConfirmation(db, secretHash, clock.now());
}

/** Throws AppError `invalid_input` when none of the requested topics exists. */
export async function topicsThere(db: Executor, { topics }: SubscriptionFields) {
  const there = await nameTopics(db, eachTopicOnce(topics));
  if (there.length > 0) return there.map(({ kind, targetId }) => ({ kind, targetId }));
  const message = 'What you wanted to follow is not here any more.';
  throw new AppError('invalid_input', { message, issues: [{ path: 'topics', message }] });
}

/**
 * Whether an address has bounced, or has reported letters as spam. An erased address may be mailed: only its reader can
 * confirm.
 */
async function mayNotBeMailed(ex: Executor, email: string): Promise<boolean> {
  const suppression = await findSuppression(ex, email);
  return suppression !== null && suppression.reason !== 'erased';
}

interface Asked {
  source: 'site' | 'owner';
  now: number;
  /** Whether the mail of the pending request with this id is being sent. */
  isUnderWay: (id: number) => boolean;
}

/**
 * Stores a request; returns its id when a mail is due. An address gets at most one accepted mail a day, whoever asks.
 */
async function decide(
  trx: Executor,
  { email, topics }: SubscriptionFields,
  { source, now, isUnderWay }: Asked,
): Promise<number | null> {
  if (await mayNotBeMailed(trx, email)) return null;
  const pending = await findPendingByEmail(trx, email);
  const isValid = pending !== null && now - Date.parse(pending.createdAt) < CONFIRMED_WITHIN;
  const all = eachTopicOnce([...(isValid ? pending.topics : []), ...topics]).slice(0, MOST_TOPICS);
  const isMailed = pending?.mailedAt && now - Date.parse(pending.mailedAt) < DAY;
  if (pending && (isMailed || isUnderWay(pending.id))) {
    await setPendingTopics(trx, pending.id, all);
    return null;
  }
  // Each attempt has a secret of its own; until the first attempt nothing can confirm the request.
  return putPending(trx, { email, topics: all, source, secretHash: hashOf(newSecret()) }, now);
}

function hashOf(secret: string): string {
  const hash = secretHash(secret);
  if (hash === null) throw new Error('Not a secret of ours');
  return hash;
}

/** Enough for an office behind one address; a program that tries to have letters sent gets no further. */
export const ASKS_OF_A_NETWORK = 20;
export const ASKS_OF_ALL = 300;
const ALL = 'everybody';

/** Counts requests for letters, before anything is looked up. Throws AppError `rate_limited`. */
export function createAskLimits(clock: Clock): (network: string) => void {
  const networks = createSpanCounts(clock, HOUR);
  const all = createSpanCounts(clock, HOUR);
  return (network) => {
    // A single network cannot use up the limit that all share.
    if (networks.add(network) > ASKS_OF_A_NETWORK || all.add(ALL) > ASKS_OF_ALL) {
      throw new AppError('rate_limited', { message: 'Too many subscriptions for now. Please try again in an hour.' });
    }
  };
}

/**
 * The pauses before the next attempt, in milliseconds, by the number of attempts: servers that defer unknown senders do
 * so for minutes.
 */
const CONFIRMATION_WAITS = [5 * MINUTE, 30 * MINUTE];

/** Milliseconds to the next attempt after this many attempts; null when there were enough. */
function nextConfirmationAfter(tries: number): number | null {
  return CONFIRMATION_WAITS[tries - 1] ?? null;
}

/** Whether a mail server has permanently refused a mail (RFC 5321, 4.2.1), and not the login of the sender. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  return code !== 'EAUTH' && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
}
