import { atomically, type Executor } from '#server/db/transaction.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { forgetChanges } from '#server/repositories/imports/import-changes.ts';
import { deletePending, findPendingBySecret } from '#server/repositories/subscribers/pending-subscriptions.ts';
import {
  endSubscription,
  findSubscriberByEmail,
  findSubscriberByKey,
  putSubscriber,
  type SubscriberRow,
} from '#server/repositories/subscribers/subscribers.ts';
import { liftSuppression } from '#server/repositories/subscribers/suppressed.ts';
import { nameTopics, setTopics, topicsOf } from '#server/repositories/subscribers/topics.ts';
import type { NamedTopic } from '#shared/contract/letters/subscribers.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Topic } from '#shared/kernel/topic.ts';
import { eachTopicOnce, WHOLE_SITE } from '#shared/kernel/topic-text.ts';
import { eraseSubscriber } from './erase.ts';
import { CONFIRMED_WITHIN } from './invitations.ts';
import { isLinkKey, newLinkKey, secretHash } from './secrets.ts';

/** The content of a subscriber's own page. */
export interface Preferences {
  isFollowing: boolean;
  followed: NamedTopic[];
  /** The topics that can be chosen: the site, every category, and any other topics that are followed. */
  offered: NamedTopic[];
}

/**
 * The actions of readers through the links in their mails (docs/rules.md, "Subscribing"). No function here returns an
 * address.
 */
export interface SubscriptionService {
  /**
   * The topics that a confirmation would subscribe to; null for a link that has expired, was used, or was never issued.
   */
  asked(secret: string): Promise<NamedTopic[] | null>;
  /** Returns the link key of the new subscriber; null as in `asked`. */
  confirm(secret: string): Promise<string | null>;
  /** Null for an unknown key, as in all functions below. */
  preferences(linkKey: string): Promise<Preferences | null>;
  /**
   * Sets the topics of a subscriber; without any topic the subscription ends. An ended subscription stays ended:
   * starting again requires a new confirmation.
   */
  choose(linkKey: string, topics: readonly Topic[]): Promise<Preferences | null>;
  /** Returns whether the key exists. */
  end(linkKey: string): Promise<boolean>;
  /** Erases the data for good; returns whether the key existed. */
  erase(linkKey: string): Promise<boolean>;
}

export function createSubscriptionService({ db, clock }: { db: Executor; clock: Clock }): SubscriptionService {
  const withKey = async <T>(key: string, run: (trx: Executor, row: SubscriberRow) => Promise<T>): Promise<T | null> => {
    if (!isLinkKey(key)) return null;
    return atomically(db, async (trx) => {
      const row = await findSubscriberByKey(trx, key);
      return row ? run(trx, row) : null;
    });
  };
  return {
    async asked(secret) {
      const pending = await findPending(db, secret, clock.now());
      return pending && nameTopics(db, pending.topics);
    },
    confirm: (secret) => atomically(db, (trx) => confirm(trx, secret, clock.now())),
    preferences: (linkKey) => withKey(linkKey, (trx, row) => preferencesOf(trx, row, clock.now())),
    choose: (linkKey, topics) =>
      withKey(linkKey, async (trx, row) => {
        const now = clock.now();
        if (row.subscribed === 1) {
          await setTopics(trx, row.id, topics);
          if (topics.length === 0) await endSubscription(trx, row.id, now);
        }
        return preferencesOf(trx, (await findSubscriberByKey(trx, linkKey)) ?? row, now);
      }),
    async end(linkKey) {
      const hasEnded = await withKey(linkKey, async (trx, { id }) => {
        await endSubscription(trx, id, clock.now());
        return true;
      });
      return hasEnded ?? false;
    },
    async erase(linkKey) {
      const erased = await withKey(linkKey, async (trx, row) => {
        await eraseSubscriber(trx, row, clock.now());
        return true;
      });
      return erased ?? false;
    },
  };
}

async function findPending(ex: Executor, secret: string, now: number) {
  const hash = secretHash(secret);
  return hash === null ? null : findPendingBySecret(ex, hash, now - CONFIRMED_WITHIN);
}

async function confirm(trx: Executor, secret: string, now: number): Promise<string | null> {
  const pending = await findPending(trx, secret, now);
  if (!pending) return null;
  const { email, source } = pending;
  const before = await findSubscriberByEmail(trx, email);
  // A person who was added meanwhile keeps the topics they follow.
  const followed = before?.subscribed === 1 ? ((await topicsOf(trx, [before.id])).get(before.id) ?? []) : [];
  await liftSuppression(trx, email);
  const { id, link_key: linkKey } = await putSubscriber(trx, { email, source, linkKey: newLinkKey() }, now);
  // The subscription is now the person's own choice, whoever added them.
  await forgetChanges(trx, 'subscriber', id);
  await setTopics(trx, id, eachTopicOnce([...followed, ...pending.topics]));
  await deletePending(trx, pending.id);
  return linkKey;
}

async function preferencesOf(trx: Executor, row: SubscriberRow, now: number): Promise<Preferences> {
  const followed = (await topicsOf(trx, [row.id])).get(row.id) ?? [];
  const categories = await listCategories(trx, now);
  const offered = [
    { ...WHOLE_SITE, name: '' },
    ...categories.map(({ id, name }) => ({ kind: 'category' as const, targetId: id, name })),
    ...followed.filter(({ kind }) => kind === 'tag' || kind === 'author'),
  ];
  return { isFollowing: row.subscribed === 1, followed, offered };
}
