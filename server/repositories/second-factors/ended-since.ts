import type { OpenDatabase } from '#server/db/open.ts';

/** The recovery codes and passkeys that are still valid in the site that a backup replaces. */
export interface GoodSince {
  siteId: string;
  /** The hashes of unused recovery codes. */
  codes: string[];
  /** The credential ids of passkeys, as browsers give them. */
  passkeys: string[];
}

/** Reads them from a database. Throws the database's error when it does not have these tables. */
export function readGoodSince(sqlite: OpenDatabase['sqlite']): GoodSince {
  const all = (sql: string) => sqlite.prepare(sql).pluck().all().map(String);
  return {
    siteId: String(sqlite.prepare("select value from settings where key = 'site-id'").pluck().get()),
    codes: all('select hash from recovery_codes where used_at is null'),
    passkeys: all('select credential_id from passkeys'),
  };
}

/**
 * Makes invalid, in a restored database, the codes and passkeys that were used, replaced or removed since the backup
 * was made. Does nothing when `since` is of another site. `at` is ISO 8601.
 */
export function endNotGoodSince(sqlite: OpenDatabase['sqlite'], since: GoodSince, at: string): void {
  if (readGoodSince(sqlite).siteId !== since.siteId) return;
  sqlite.transaction(() => {
    sqlite
      .prepare(
        'update recovery_codes set used_at = ? where used_at is null and hash not in (select value from json_each(?))',
      )
      .run(at, JSON.stringify(since.codes));
    sqlite
      .prepare('delete from passkeys where credential_id not in (select value from json_each(?))')
      .run(JSON.stringify(since.passkeys));
  })();
}
