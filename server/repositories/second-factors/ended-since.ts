import type { OpenDatabase } from '#server/db/open.ts';

/** What was still good in the site that a backup takes the place of. */
export interface GoodSince {
  siteId: string;
  /** Hashes of recovery codes that were not used. */
  codes: string[];
  /** Ids of passkeys, as browsers say them. */
  passkeys: string[];
}

/** Throws the database's error where it has no such tables. */
export function readGoodSince(sqlite: OpenDatabase['sqlite']): GoodSince {
  const all = (sql: string) => sqlite.prepare(sql).pluck().all().map(String);
  return {
    siteId: String(sqlite.prepare("select value from settings where key = 'site-id'").pluck().get()),
    codes: all('select hash from recovery_codes where used_at is null'),
    passkeys: all('select credential_id from passkeys'),
  };
}

/**
 * What was used, replaced or taken off since a backup was made is not good again in it. Of another site nothing follows.
 * `at` is ISO 8601.
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
