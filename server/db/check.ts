import Database from 'better-sqlite3';
import { type OpenDatabase, openDatabase, openReader } from './open.ts';

/** The faults of a database file, in SQLite's own words, at most ten messages; empty when the file is sound. */
export function fileFaults(file: string): string[] {
  try {
    const reader = openReader(file);
    try {
      const integrity = reader.pragma('integrity_check(10)') as { integrity_check: string }[];
      const broken = integrity.map((row) => row.integrity_check).filter((line) => line !== 'ok');
      const references = reader.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[];
      const lost = references.map(({ table, rowid, parent }) => `row ${rowid} of ${table} refers to no ${parent}`);
      return [...broken, ...lost].slice(0, 10);
    } finally {
      reader.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB') return [String(error)];
    throw error;
  }
}

/**
 * The names of tables, indexes, triggers and views that are not exactly those that the migrations make: a database from
 * elsewhere could contain statements of its own, which would run with the server's rights.
 */
export function foreignSchema({ sqlite }: OpenDatabase): string[] {
  const fresh = openDatabase(':memory:').sqlite;
  try {
    const wanted = schemaOf(fresh);
    const found = schemaOf(sqlite);
    const names = new Set([...wanted.keys(), ...found.keys()]);
    return [...names].filter((name) => wanted.get(name) !== found.get(name));
  } finally {
    fresh.close();
  }
}

function schemaOf(sqlite: OpenDatabase['sqlite']): Map<string, string | null> {
  const rows = sqlite.prepare("select name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\'").all();
  return new Map((rows as { name: string; sql: string | null }[]).map(({ name, sql }) => [name, sql]));
}

/**
 * Whether another program has the database open: SQLite can leave the write-ahead log mode only when no other
 * connection is open.
 */
export function isOpenInOtherProgram(file: string): boolean {
  const sqlite = new Database(file, { fileMustExist: true, timeout: 0 });
  try {
    sqlite.pragma('journal_mode = delete');
    return false;
  } catch (error) {
    // A file that is not a sound database cannot be in use by another program.
    return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
  } finally {
    sqlite.close();
  }
}

/** Checks that the database answers. Throws SQLite's error when it does not. */
export function checkAnswers({ sqlite }: Pick<OpenDatabase, 'sqlite'>): void {
  sqlite.prepare('select 1').get();
}
