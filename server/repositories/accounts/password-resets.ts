import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';

// Links that reset a lost password. `hash` is always the SHA-256 of a link's secret; times are milliseconds since 1970.

export async function insertPasswordReset(
  ex: Executor,
  { hash, adminId, now, endsAt }: { hash: string; adminId: number; now: number; endsAt: number },
): Promise<void> {
  await ex
    .insertInto('password_resets')
    .values({ hash, admin_id: adminId, created_at: isoTime(now), ends_at: isoTime(endsAt) })
    .execute();
}

/** The id of the account whose password a link resets; null when the link has expired, was used, or never existed. */
export async function findPasswordReset(ex: Executor, hash: string, now: number): Promise<number | null> {
  const row = await ex
    .selectFrom('password_resets')
    .where('hash', '=', hash)
    .where('ends_at', '>', isoTime(now))
    .select('admin_id')
    .executeTakeFirst();
  return row?.admin_id ?? null;
}

/** Deletes every link of an account. */
export async function deletePasswordResets(ex: Executor, adminId: number): Promise<void> {
  await ex.deleteFrom('password_resets').where('admin_id', '=', adminId).execute();
}

/** Deletes every link of every account. */
export async function deleteAllPasswordResets(ex: Executor): Promise<void> {
  await ex.deleteFrom('password_resets').execute();
}

/** Deletes the expired links. */
export async function sweepPasswordResets(ex: Executor, now: number): Promise<void> {
  await ex.deleteFrom('password_resets').where('ends_at', '<=', isoTime(now)).execute();
}
