import type { Selectable } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { PasskeysTable } from '#server/db/second-factor-tables.ts';
import type { Executor } from '#server/db/transaction.ts';
import { rejectDuplicate } from '../reject-duplicate.ts';

export interface StoredPasskey {
  id: number;
  name: string;
  /** base64url. */
  credentialId: string;
  /** COSE. */
  publicKey: Buffer;
  counter: number;
  transports: string[];
  relyingParty: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export type NewPasskey = Omit<StoredPasskey, 'id' | 'createdAt' | 'lastUsedAt'>;

/** An account's passkeys, in the order in which they were created. */
export async function listPasskeys(ex: Executor, adminId: number): Promise<StoredPasskey[]> {
  const rows = await ex.selectFrom('passkeys').selectAll().where('admin_id', '=', adminId).orderBy('id').execute();
  return rows.map(toPasskey);
}

/**
 * Inserts a passkey. `now` in milliseconds since 1970. Throws AppError `name_taken` for a passkey that already exists.
 */
export async function insertPasskey(
  ex: Executor,
  adminId: number,
  { name, credentialId, publicKey, counter, transports, relyingParty }: NewPasskey,
  now: number,
): Promise<StoredPasskey> {
  const row = await rejectDuplicate('name_taken', () =>
    ex
      .insertInto('passkeys')
      .values({
        ...{ admin_id: adminId, name, counter, credential_id: credentialId, public_key: publicKey },
        ...{ transports: JSON.stringify(transports), relying_party: relyingParty, created_at: isoTime(now) },
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return toPasskey(row);
}

/** Renames a passkey; returns null when there is none with this id. */
export async function renamePasskey(
  ex: Executor,
  adminId: number,
  id: number,
  name: string,
): Promise<StoredPasskey | null> {
  const row = await ex
    .updateTable('passkeys')
    .set({ name })
    .where('admin_id', '=', adminId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ? toPasskey(row) : null;
}

/** Deletes a passkey and returns its name; null when there was none. */
export async function deletePasskey(ex: Executor, adminId: number, id: number): Promise<string | null> {
  const row = await ex
    .deleteFrom('passkeys')
    .where('admin_id', '=', adminId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function deletePasskeys(ex: Executor, adminId: number): Promise<void> {
  await ex.deleteFrom('passkeys').where('admin_id', '=', adminId).execute();
}

/**
 * Records a use. Returns false, and records nothing, when the passkey is gone or its counter has already reached this
 * value: of the same answer sent twice at the same moment, one gets true. A passkey without a counter gives 0 each
 * time.
 */
export async function notePasskeyUse(ex: Executor, id: number, counter: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await ex
    .updateTable('passkeys')
    .set({ counter, last_used_at: isoTime(now) })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb('counter', '=', 0)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function toPasskey(row: Selectable<PasskeysTable>): StoredPasskey {
  const transports: unknown = JSON.parse(row.transports);
  return {
    id: row.id,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: Array.isArray(transports) ? transports.map(String) : [],
    relyingParty: row.relying_party,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
