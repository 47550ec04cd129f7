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

/** Mails that the mail server has not taken, or that a kill has ended, are tried again. */
export interface ConfirmationRetries {
  /** Sends what is due, and answers when the next is: ISO 8601, null for none. */
  sendDue(): Promise<string | null>;
  /** Tells when one has to be tried again. */
  onWaiting(listen: () => void): void;
}

interface InvitationOptions {
  db: Executor;
  clock: Clock;
  /** Absent when no mail server is set. */
  mail?: ReadersMail | undefined;
  onMailError: (error: unknown) => void;
}

/** Mails tried again at once: each waits for the mail server up to half a minute. */
const AT_ONCE = 20;

export function createInvitations(options: InvitationOptions): Invitations & ConfirmationRetries {
  const { db, clock, mail, onMailError } = options;
  const underWay = new Map<number, Promise<void>>();
  const countAsk = createAskLimits(clock);
  let tellWaiting = () => {};

  /** Rejects where it could not be noted what was done. */
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
  /** It is to be tried again. */
  onWaiting: () => void;
}

/** Sends the mail that asks back, where it is due, and writes down that it went. */
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

interface Asked {
  source: 'site' | 'owner';
  now: number;
  /** Whether the mail of what waits under this id is being sent. */
  isUnderWay: (id: number) => boolean;
}

/** Writes down what was asked for; gives the id where a mail is due. One that is taken goes to an address a day, whoever asks. */
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
  // Each try has a secret of its own; until the first nothing confirms.
  return putPending(trx, { email, topics: all, source, secretHash: hashOf(newSecret()) }, now);
}

function hashOf(secret: string): string {
  const hash = secretHash(secret);
  if (hash === null) throw new Error('Not a secret of ours');
  return hash;
}

/** An office behind one address comes to this; a program that tries to have letters sent does not get further. */
export const ASKS_OF_A_NETWORK = 20;
export const ASKS_OF_ALL = 300;
const ALL = 'everybody';

/** Counts who asks for letters, before anything is looked up. Throws AppError `rate_limited`. */
export function createAskLimits(clock: Clock): (network: string) => void {
  const networks = createSpanCounts(clock, HOUR);
  const all = createSpanCounts(clock, HOUR);
  return (network) => {
    // One network alone cannot use up what is everybody's.
    if (networks.add(network) > ASKS_OF_A_NETWORK || all.add(ALL) > ASKS_OF_ALL) {
      throw new AppError('rate_limited', { message: 'Too many subscriptions for now. Please try again in an hour.' });
    }
  };
}

/** Until the next try, in milliseconds, by how often it was tried: servers that put off unknown senders do so for minutes. */
const CONFIRMATION_WAITS = [5 * MINUTE, 30 * MINUTE];

/** Milliseconds to the next try after this many; null when it has been tried for long enough. */
function nextConfirmationAfter(tries: number): number | null {
  return CONFIRMATION_WAITS[tries - 1] ?? null;
}

/** Whether a mail server has refused a mail for good (RFC 5321, 4.2.1), and not the one who brought it. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  return code !== 'EAUTH' && typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
}
