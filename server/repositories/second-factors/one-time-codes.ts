import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';

/** The secret of an authenticator app, sealed. */
export interface StoredTotp {
  secret: Buffer;
  createdAt: string;
  lastUsedAt: string | null;
  /** The highest time step of a code that was accepted; null before the first. */
  lastStep: number | null;
}

async function find(ex: Executor, adminId: number, isConfirmed: 0 | 1): Promise<StoredTotp | null> {
  const row = await ex
    .selectFrom('one_time_codes')
    .where('admin_id', '=', adminId)
    .where('is_confirmed', '=', isConfirmed)
    .select(['secret', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'last_step as lastStep'])
    .executeTakeFirst();
  return row ?? null;
}

/** The secret that is valid at a sign-in; null for none. */
export const findTotp = (ex: Executor, adminId: number) => find(ex, adminId, 1);

/** The secret that waits for its first code; null for none. */
export const findNewTotp = (ex: Executor, adminId: number) => find(ex, adminId, 0);

/** Stores a new secret until a code confirms it, in the place of one that waited. `now` in milliseconds since 1970. */
export async function storeNewTotp(ex: Executor, adminId: number, secret: Buffer, now: number): Promise<void> {
  await atomically(ex, async (trx) => {
    await trx.deleteFrom('one_time_codes').where('admin_id', '=', adminId).where('is_confirmed', '=', 0).execute();
    await trx
      .insertInto('one_time_codes')
      .values({ admin_id: adminId, is_confirmed: 0, secret, created_at: isoTime(now), last_step: null })
      .execute();
  });
}

/** Makes the waiting secret valid from now on, in the place of an earlier one. Returns whether one waited. */
export async function confirmTotp(ex: Executor, adminId: number, step: number): Promise<boolean> {
  return atomically(ex, async (trx) => {
    if (!(await findNewTotp(trx, adminId))) return false;
    await trx.deleteFrom('one_time_codes').where('admin_id', '=', adminId).where('is_confirmed', '=', 1).execute();
    await trx
      .updateTable('one_time_codes')
      .set({ is_confirmed: 1, last_step: step })
      .where('admin_id', '=', adminId)
      .execute();
    return true;
  });
}

/**
 * Records that a code of this time step was accepted. Returns false, and records nothing, when a code of this or a
 * later step was accepted before: of two calls at the same moment, one gets true.
 */
export async function takeTotpStep(ex: Executor, adminId: number, step: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await ex
    .updateTable('one_time_codes')
    .set({ last_step: step, last_used_at: isoTime(now) })
    .where('admin_id', '=', adminId)
    .where('is_confirmed', '=', 1)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes the secret, and one that waits. Returns whether there was any. */
export async function deleteTotp(ex: Executor, adminId: number): Promise<boolean> {
  const { numDeletedRows } = await ex
    .deleteFrom('one_time_codes')
    .where('admin_id', '=', adminId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
