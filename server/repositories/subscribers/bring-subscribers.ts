import { createHash } from 'node:crypto';
import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';

/** Somebody who followed by e-mail elsewhere. */
export interface BroughtSubscriber {
  /** Looked at already: an address. */
  email: string;
  name: string | null;
  isSubscribed: boolean;
  /** When they began, in milliseconds since 1970. */
  since: number;
  /** 128 bits in hex. */
  linkKey: string;
}

export type Brought = { kind: 'made'; id: number } | { kind: 'here'; id: number } | { kind: 'erased' };

/**
 * Makes somebody a subscriber of the whole site in the state they had elsewhere; no letter is sent. Who is here already stays as
 * they are, and who was erased stays away. `now` in milliseconds since 1970.
 */
export async function bringSubscriber(ex: Executor, brought: BroughtSubscriber, now: number): Promise<Brought> {
  return atomically(ex, async (trx) => {
    const { email, name, isSubscribed, since, linkKey } = brought;
    const known = await trx
      .selectFrom('newsletter_subscribers')
      .where('email', '=', email)
      .select('id')
      .executeTakeFirst();
    if (known) return { kind: 'here', id: known.id };
    const hash = createHash('sha256').update(email.toLowerCase()).digest('hex');
    const erased = await trx
      .selectFrom('suppressed_addresses')
      .where('address_hash', '=', hash)
      .where('reason', '=', 'erased')
      .select('reason')
      .executeTakeFirst();
    if (erased) return { kind: 'erased' };
    const { id } = await trx
      .insertInto('newsletter_subscribers')
      .values({
        email,
        name,
        source: 'import',
        link_key: linkKey,
        subscribed: isSubscribed ? 1 : 0,
        ended_at: isSubscribed ? null : isoTime(now),
        created_at: isoTime(Math.min(since, now)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('subscriber_topics').values({ subscriber_id: id, kind: 'site', target_id: 0 }).execute();
    return { kind: 'made', id };
  });
}

/** Takes somebody back whom an import brought, unless they have changed what they get since. Answers whether it did. */
export async function takeSubscriberBack(ex: Executor, id: number, wasSubscribed: boolean): Promise<boolean> {
  return atomically(ex, async (trx) => {
    const topics = await trx.selectFrom('subscriber_topics').where('subscriber_id', '=', id).select('kind').execute();
    if (topics.some(({ kind }) => kind !== 'site')) return false;
    const { numDeletedRows } = await trx
      .deleteFrom('newsletter_subscribers')
      .where('id', '=', id)
      .where('source', '=', 'import')
      .where('subscribed', '=', wasSubscribed ? 1 : 0)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
}
