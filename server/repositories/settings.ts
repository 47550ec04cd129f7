import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';

/**
 * A setting as `schema` reads it; null when it was never set, or has a value that the schema does not accept (another
 * version of the program wrote it).
 */
export async function findSetting<S extends z.ZodType>(
  ex: Executor,
  key: string,
  schema: S,
): Promise<z.output<S> | null> {
  const row = await ex.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  if (!row) return null;
  const result = schema.safeParse(JSON.parse(row.value));
  return result.success ? result.data : null;
}

/** Stores any JSON value. `now` in milliseconds since 1970. */
export async function setSetting(ex: Executor, key: string, value: unknown, now: number): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: isoTime(now) };
  await ex
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** Deletes a setting; does nothing when it was never set. */
export async function deleteSetting(ex: Executor, key: string): Promise<void> {
  await ex.deleteFrom('settings').where('key', '=', key).execute();
}

const SITE_ID = 'site-id';

/**
 * The id that distinguishes this site's database from every other, for as long as it lives; null until the first start
 * is complete.
 */
export async function findSiteId(ex: Executor): Promise<string | null> {
  return findSetting(ex, SITE_ID, z.string());
}

const RESTORED_AT = 'restored-at';

/** The time of the site's last restore from a backup, in milliseconds since 1970; 0 for never. */
export async function findRestoredAt(ex: Executor): Promise<number> {
  return (await findSetting(ex, RESTORED_AT, z.int().min(0))) ?? 0;
}

/** Records the time of a restore, which is always later than that of the restore before, whatever the clock says. */
export async function noteRestored(ex: Executor, now: number): Promise<void> {
  await setSetting(ex, RESTORED_AT, Math.max((await findRestoredAt(ex)) + 1, now), now);
}

/** Sets the site's id: once, at the first start. */
export async function setSiteId(ex: Executor, siteId: string, now: number): Promise<void> {
  await setSetting(ex, SITE_ID, siteId, now);
}
