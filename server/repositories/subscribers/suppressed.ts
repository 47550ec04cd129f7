import { type RawBuilder, sql } from 'kysely';
import { addressHash } from '#server/db/address-hash.ts';
import { isoTime } from '#server/db/live.ts';
import type { SuppressedAddressesTable } from '#server/db/subscriber-tables.ts';
import type { Executor } from '#server/db/transaction.ts';
import { forgetChanges } from '../imports/import-changes.ts';

type Reason = SuppressedAddressesTable['reason'];

interface Suppression {
  reason: Reason;
  createdAt: string;
}

/** The reason why nothing is sent to an address, and since when; null when the address is not suppressed. */
export async function findSuppression(ex: Executor, email: string): Promise<Suppression | null> {
  const row = await ex
    .selectFrom('suppressed_addresses')
    .where('address_hash', '=', addressHash(email))
    .select(['reason', 'created_at as createdAt'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Suppresses an address. An address that bounced or complained keeps that reason when it is erased as well. `now` in
 * milliseconds since 1970.
 */
export async function suppressAddress(ex: Executor, email: string, reason: Reason, now: number): Promise<void> {
  // From now on the suppression has a reason here, so no undo of an import removes it.
  await forgetChanges(ex, 'suppressed-address', addressHash(email));
  if (reason === 'erased' && (await findSuppression(ex, email))) return;
  const row = { reason, created_at: isoTime(now) };
  await ex
    .insertInto('suppressed_addresses')
    .values({ address_hash: addressHash(email), ...row })
    .onConflict((conflict) => conflict.column('address_hash').doUpdateSet(row))
    .execute();
}

export async function liftSuppression(ex: Executor, email: string): Promise<void> {
  await ex.deleteFrom('suppressed_addresses').where('address_hash', '=', addressHash(email)).execute();
}

/** The condition that a row of newsletter_subscribers, called `s`, has a suppressed address. */
export function isSuppressed(): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from suppressed_addresses as x where x.address_hash = address_hash(s.email))`;
}
