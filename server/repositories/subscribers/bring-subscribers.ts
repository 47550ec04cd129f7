import { createHash } from 'node:crypto';
import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';

/** Somebody who followed another site by e-mail. */
export interface BroughtSubscriber {
  /** Already checked to be an address. */
  email: string;
  name: string | null;
  isSubscribed: boolean;
  /** The time at which they began to follow, in milliseconds since 1970. */
  since: number;
  /** 128 bits in hex. */
  linkKey: string;
}

export type Brought = { kind: 'made'; id: number } | { kind: 'here'; id: number } | { kind: 'erased' };

/**
 * Makes somebody a subscriber of the whole site, in the state they had elsewhere; no letter is sent. An existing
 * subscriber stays unchanged, and an erased one is not added. `now` in milliseconds since 1970.
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

/**
 * A subscription as one text: its source, whether it lasts, and the topics followed, such as "import subscribed
 * site:0". Null when there is no such subscriber.
 */
export async function subscriptionText(ex: Executor, id: number): Promise<string | null> {
  const row = await ex
    .selectFrom('newsletter_subscribers')
    .where('id', '=', id)
    .select(['source', 'subscribed'])
    .executeTakeFirst();
  if (!row) return null;
  const topics = await ex
    .selectFrom('subscriber_topics')
    .where('subscriber_id', '=', id)
    .orderBy('kind')
    .orderBy('target_id')
    .select(['kind', 'target_id'])
    .execute();
  const state = row.subscribed === 1 ? 'subscribed' : 'ended';
  return [row.source, state, ...topics.map(({ kind, target_id }) => `${kind}:${target_id}`)].join(' ');
}

/**
 * Deletes a subscriber whom an import added, unless their subscription has changed since: `said` is its text at that
 * time.
 */
export async function takeSubscriberBack(
  ex: Executor,
  id: number,
  said: string,
): Promise<'taken' | 'gone' | 'changed'> {
  return atomically(ex, async (trx) => {
    const text = await subscriptionText(trx, id);
    if (text === null) return 'gone';
    // Earlier versions of the program stored only the state, and added subscribers of the whole site.
    if (text !== (said.includes(' ') ? said : `import ${said} site:0`)) return 'changed';
    await trx.deleteFrom('newsletter_subscribers').where('id', '=', id).execute();
    return 'taken';
  });
}
