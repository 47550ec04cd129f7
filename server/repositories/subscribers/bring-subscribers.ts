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

/**
 * What a subscriber has chosen: where it came from, whether it lasts, and what is followed, such as
 * "import subscribed site:0". Null where there is no such subscriber.
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

/** Takes somebody back whom an import brought, unless they have changed what they get since: `said` is what that was. */
export async function takeSubscriberBack(
  ex: Executor,
  id: number,
  said: string,
): Promise<'taken' | 'gone' | 'changed'> {
  return atomically(ex, async (trx) => {
    const text = await subscriptionText(trx, id);
    if (text === null) return 'gone';
    // Earlier programs noted the state alone: they brought subscribers of the whole site.
    if (text !== (said.includes(' ') ? said : `import ${said} site:0`)) return 'changed';
    await trx.deleteFrom('newsletter_subscribers').where('id', '=', id).execute();
    return 'taken';
  });
}
