import { addressHash } from '#server/db/address-hash.ts';
import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';

/**
 * The number of refusals of an address, with no letter accepted in between, after which nothing is sent to it any more.
 */
const BOUNCES = 2;

/** Whether nothing may be sent to an address. */
export async function isSuppressed(ex: Executor, email: string): Promise<boolean> {
  const query = ex.selectFrom('suppressed_addresses').where('address_hash', '=', addressHash(email)).select('reason');
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Handles a refusal of a subscriber's address: if it is not the first refusal since a letter last reached them, the
 * address is suppressed and the subscription ends. `now` in milliseconds since 1970.
 */
export async function suppressBounced(ex: Executor, subscriberId: number, now: number): Promise<void> {
  const { bounces } = await ex
    .selectFrom('letter_recipients as r')
    .where('r.subscriber_id', '=', subscriberId)
    .where('r.is_bounce', '=', 1)
    .where(({ eb, selectFrom }) =>
      eb(
        'r.letter_id',
        '>',
        selectFrom('letter_recipients as taken')
          .where('taken.subscriber_id', '=', subscriberId)
          .where('taken.state', '=', 'sent')
          .select(({ fn }) => fn.coalesce(fn.max('taken.letter_id'), eb.val(0)).as('last')),
      ),
    )
    .select(({ fn }) => fn.countAll<number>().as('bounces'))
    .executeTakeFirstOrThrow();
  if (bounces < BOUNCES) return;
  const at = isoTime(now);
  const subscriber = await ex
    .updateTable('newsletter_subscribers')
    .set({ subscribed: 0, ended_at: at })
    .where('id', '=', subscriberId)
    .returning('email')
    .executeTakeFirst();
  if (!subscriber) return;
  await ex
    .insertInto('suppressed_addresses')
    .values({ address_hash: addressHash(subscriber.email), reason: 'bounced', created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
