import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { Migration } from './migrations/migration.ts';

/** "NinF": written into the file's header, so that another program's database is not mistaken for one of Ninefold. */
const APPLICATION_ID = 0x4e696e46;

/** The reason why a database file cannot be used, in words for the person who started the server. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}

/**
 * Brings a database to the newest schema, each migration in one transaction of its own. Before a database with contents
 * is changed, a copy of it is made next to it ("ninefold.db.before-0002"). Throws {@link DatabaseRefused}, and changes
 * nothing, for a database of a newer version or of another program.
 */
export function migrate(sqlite: Database, migrations: readonly Migration[]): void {
  refuseForeign(sqlite, migrations);
  const applied = userVersion(sqlite);
  const next = migrations[applied];
  if (!next) return;
  if (applied > 0 && !sqlite.memory) keepCopy(sqlite, `${sqlite.name}.before-${next.name.slice(0, 4)}`);

  // Foreign keys cannot be switched inside a transaction, and rebuilding a table needs them off
  // (sqlite.org/lang_altertable.html, "Making Other Kinds Of Table Schema Changes").
  sqlite.pragma('foreign_keys = off');
  try {
    migrations.forEach((migration, index) => {
      apply(sqlite, migration, index);
    });
  } finally {
    sqlite.pragma('foreign_keys = on');
  }
}

function refuseForeign(sqlite: Database, migrations: readonly Migration[]): void {
  const applied = userVersion(sqlite);
  const owner = sqlite.pragma('application_id', { simple: true });
  const isEmpty = sqlite.prepare('select count(*) from sqlite_schema').pluck().get() === 0;
  if (!isEmpty && owner !== APPLICATION_ID) {
    throw new DatabaseRefused(`${sqlite.name} is a database of another program. Nothing was changed.`);
  }
  if (applied > migrations.length) {
    throw new DatabaseRefused(
      `${sqlite.name} was written by a newer version of Ninefold (schema ${applied}; this program knows ${migrations.length}). ` +
        'Start the newer version, or put back the copy that was kept beside the database before its upgrade. Nothing was changed.',
    );
  }
}

function apply(sqlite: Database, migration: Migration, index: number): void {
  sqlite
    .transaction(() => {
      // Checked again under the lock: a second process may have been faster.
      if (userVersion(sqlite) !== index) return;
      for (const [name, run] of Object.entries(migration.functions?.() ?? {})) sqlite.function(name, run);
      sqlite.exec(migration.sql);
      const faults = sqlite.pragma('foreign_key_check');
      if (Array.isArray(faults) && faults.length > 0) {
        throw new Error(`Migration ${migration.name} leaves rows that refer to nothing: ${JSON.stringify(faults[0])}`);
      }
      sqlite.pragma(`application_id = ${APPLICATION_ID}`);
      sqlite.pragma(`user_version = ${index + 1}`);
    })
    .immediate();
}

function keepCopy(sqlite: Database, target: string): void {
  const unfinished = `${target}.tmp`;
  if (existsSync(unfinished)) rmSync(unfinished);
  sqlite.prepare('vacuum into ?').run(unfinished);
  // The copy is synced to the disk, and gets its own name only when it is complete.
  const file = openSync(unfinished, 'r+');
  fsyncSync(file);
  closeSync(file);
  renameSync(unfinished, target);
}

function userVersion(sqlite: Database): number {
  return Number(sqlite.pragma('user_version', { simple: true }));
}
