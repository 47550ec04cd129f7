import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';

// Links by which a lost password is set anew. `hash` is everywhere the SHA-256 of a link's secret; times are milliseconds
// since 1970.

export async function insertPasswordReset(
  ex: Executor,
  { hash, adminId, now, endsAt }: { hash: string; adminId: number; now: number; endsAt: number },
): Promise<void> {
  await ex
    .insertInto('password_resets')
    .values({ hash, admin_id: adminId, created_at: isoTime(now), ends_at: isoTime(endsAt) })
    .execute();
}

/** Whose password a link sets; null for one that is over, was used, or never was. */
export async function findPasswordReset(ex: Executor, hash: string, now: number): Promise<number | null> {
  const row = await ex
    .selectFrom('password_resets')
    .where('hash', '=', hash)
    .where('ends_at', '>', isoTime(now))
    .select('admin_id')
    .executeTakeFirst();
  return row?.admin_id ?? null;
}

/** Ends every link of an account. */
export async function deletePasswordResets(ex: Executor, adminId: number): Promise<void> {
  await ex.deleteFrom('password_resets').where('admin_id', '=', adminId).execute();
}

/** Ends every link there is. */
export async function deleteAllPasswordResets(ex: Executor): Promise<void> {
  await ex.deleteFrom('password_resets').execute();
}

/** Deletes the links whose time is over. */
export async function sweepPasswordResets(ex: Executor, now: number): Promise<void> {
  await ex.deleteFrom('password_resets').where('ends_at', '<=', isoTime(now)).execute();
}
