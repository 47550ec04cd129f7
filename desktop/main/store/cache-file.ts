import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Log } from '../log.ts';

/** A database of data that can be fetched from the server again. */
export interface CacheFile {
  file: string;
  log: Log;
  /** The database's name in the log. */
  name: string;
  /** The SQL that makes the tables that do not exist yet. */
  tables: string;
  /** Whether removed rows give their space on the disk back. */
  isShrinking?: boolean;
}

/**
 * Opens the database. A damaged file is deleted, since its contents can be fetched again. When the disk accepts no
 * file, the database lives in memory.
 */
export function openCacheFile(cache: CacheFile): Database.Database {
  const { file, log, name } = cache;
  for (const place of [file, file]) {
    try {
      mkdirSync(path.dirname(place), { recursive: true });
      return prepared(new Database(place), cache);
    } catch (error) {
      log.warn(`${name}: the file cannot be used and is thrown away`, error);
      removeFile(place);
    }
  }
  return prepared(new Database(':memory:'), cache);
}

/** Deletes everything together with the file, so that no data stays in free pages. */
export function forgetCacheFile(db: Database.Database, file: string): void {
  db.close();
  removeFile(file);
}

/** Returns a function that works on such a file; errors are logged and count as nothing stored. */
export function guardedBy({ log, name }: Pick<CacheFile, 'log' | 'name'>) {
  return <T>(what: string, otherwise: T, run: () => T): T => {
    try {
      return run();
    } catch (error) {
      log.warn(`${name}: ${what}`, error);
      return otherwise;
    }
  };
}

function prepared(db: Database.Database, { tables, isShrinking = false }: CacheFile): Database.Database {
  try {
    // Set before the first page is written; later it would change nothing.
    if (isShrinking) db.pragma('auto_vacuum = incremental');
    db.pragma('journal_mode = wal');
    db.pragma('synchronous = normal');
    db.exec(tables);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function removeFile(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      rmSync(name, { force: true });
    } catch {
      // The folder is read-only: the next attempt reports it.
    }
  }
}
