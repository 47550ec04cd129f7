import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';

/** A code as it is stored: its first characters, and the argon2id hash of the rest. */
export interface HashedCode {
  mark: string;
  hash: string;
}

/** Replaces all codes of an account, used or not. `now` in milliseconds since 1970. */
export async function replaceRecoveryCodes(
  ex: Executor,
  adminId: number,
  codes: readonly HashedCode[],
  now: number,
): Promise<void> {
  await atomically(ex, async (trx) => {
    await deleteRecoveryCodes(trx, adminId);
    const rows = codes.map((code) => ({ ...code, admin_id: adminId, created_at: isoTime(now) }));
    if (rows.length > 0) await trx.insertInto('recovery_codes').values(rows).execute();
  });
}

/** The number of unused codes, and the time at which the codes were created; null when there never were any. */
export async function recoveryCodeFigures(
  ex: Executor,
  adminId: number,
): Promise<{ left: number; createdAt: string | null }> {
  const { left, createdAt } = await ex
    .selectFrom('recovery_codes')
    .where('admin_id', '=', adminId)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('used_at', 'is', null).as('left'),
      fn.max<string | null>('created_at').as('createdAt'),
    ])
    .executeTakeFirstOrThrow();
  return { left, createdAt };
}

/** An unused code with these first characters; null for none. */
export async function findUnusedCode(
  ex: Executor,
  adminId: number,
  mark: string,
): Promise<{ id: number; hash: string } | null> {
  const row = await ex
    .selectFrom('recovery_codes')
    .where('admin_id', '=', adminId)
    .where('mark', '=', mark)
    .where('used_at', 'is', null)
    .select(['id', 'hash'])
    .executeTakeFirst();
  return row ?? null;
}

/** Marks a code as used. Returns false when it was used before: of two calls at the same moment, one gets true. */
export async function spendRecoveryCode(ex: Executor, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await ex
    .updateTable('recovery_codes')
    .set({ used_at: isoTime(now) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteRecoveryCodes(ex: Executor, adminId: number): Promise<void> {
  await ex.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute();
}
