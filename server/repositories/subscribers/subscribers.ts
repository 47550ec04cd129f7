import type { Selectable } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { NewsletterSubscribersTable } from '#server/db/subscriber-tables.ts';
import type { Executor } from '#server/db/transaction.ts';

export type SubscriberRow = Selectable<NewsletterSubscribersTable>;

const rows = (ex: Executor) => ex.selectFrom('newsletter_subscribers').selectAll();

export async function findSubscriber(ex: Executor, id: number): Promise<SubscriberRow | null> {
  return (await rows(ex).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The subscriber with an address, compared without case. */
export async function findSubscriberByEmail(ex: Executor, email: string): Promise<SubscriberRow | null> {
  return (await rows(ex).where('email', '=', email).executeTakeFirst()) ?? null;
}

/** The subscriber whose links have this key. */
export async function findSubscriberByKey(ex: Executor, linkKey: string): Promise<SubscriberRow | null> {
  return (await rows(ex).where('link_key', '=', linkKey).executeTakeFirst()) ?? null;
}

interface Following {
  email: string;
  source: 'site' | 'owner';
  /** The key for a new subscriber; an existing one keeps the links of earlier letters. */
  linkKey: string;
}

/** Makes somebody a subscriber, for the first time or again. `now` in milliseconds since 1970. */
export async function putSubscriber(
  ex: Executor,
  { email, source, linkKey }: Following,
  now: number,
): Promise<SubscriberRow> {
  const began = isoTime(now);
  return ex
    .insertInto('newsletter_subscribers')
    .values({ email, source, link_key: linkKey, subscribed: 1, created_at: began })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({
        subscribed: 1,
        ended_at: null,
        source,
        link_key: eb.fn.coalesce('newsletter_subscribers.link_key', eb.val(linkKey)),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends a subscription; one that has ended already keeps its time. `now` in milliseconds since 1970. */
export async function endSubscription(ex: Executor, id: number, now: number): Promise<void> {
  await ex
    .updateTable('newsletter_subscribers')
    .set({ subscribed: 0, ended_at: isoTime(now) })
    .where('id', '=', id)
    .where('subscribed', '=', 1)
    .execute();
}

/** Deletes a subscriber and the topics that they follow. */
export async function deleteSubscriber(ex: Executor, id: number): Promise<void> {
  await ex.deleteFrom('newsletter_subscribers').where('id', '=', id).execute();
}
