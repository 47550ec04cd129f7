import type { Database } from 'better-sqlite3';

/** The schema of one of the app's databases. */
export interface SqliteSchema {
  /** Written into the file's header, so that another program's database is not taken for one of the app's. */
  applicationId: number;
  /** One migration for each version of the schema, in order; never changed once released. */
  migrations: readonly string[];
}

/** The reason, in words for the owner, why a database file cannot be used. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

/** Throws {@link StoreRefused} for a database of a newer program or of a different one. Only reads. */
export function refuseForeign(sqlite: Database, { applicationId, migrations }: SqliteSchema): void {
  const isEmpty = sqlite.prepare('select count(*) from sqlite_schema').pluck().get() === 0;
  if (!isEmpty && sqlite.pragma('application_id', { simple: true }) !== applicationId) {
    throw new StoreRefused(`${sqlite.name} is a database of another program. Nothing was changed.`);
  }
  if (versionOf(sqlite) > migrations.length) {
    throw new StoreRefused(
      `${sqlite.name} was written by a newer version of this app. Install that version to open it. Nothing was changed.`,
    );
  }
}

/** Brings one of the app's databases to the newest schema, each version in its own transaction. */
export function migrate(sqlite: Database, { applicationId, migrations }: SqliteSchema): void {
  for (const [index, sql] of migrations.entries()) {
    sqlite
      .transaction(() => {
        // Checked again under the lock: a second process may have been faster.
        if (versionOf(sqlite) !== index) return;
        sqlite.exec(sql);
        sqlite.pragma(`application_id = ${applicationId}`);
        sqlite.pragma(`user_version = ${index + 1}`);
      })
      .immediate();
  }
}

function versionOf(sqlite: Database): number {
  return Number(sqlite.pragma('user_version', { simple: true }));
}
