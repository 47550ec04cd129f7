import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Log } from '../log.ts';

/** A database of what comes again from the server. */
export interface CacheFile {
  file: string;
  log: Log;
  /** What it is called in the log. */
  name: string;
  /** Its tables, as they are made where they are not there. */
  tables: string;
  /** Whether what is let go of gives its place on the disk back. */
  isShrinking?: boolean;
}

/** A damaged file is thrown away: what was in it comes again. Where the disk takes none, it lives in memory. */
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

/** Lets go of everything, with the file: nothing of it is left in free pages. */
export function forgetCacheFile(db: Database.Database, file: string): void {
  db.close();
  removeFile(file);
}

/** Does something with such a file; what goes wrong is logged and counts as nothing stored. */
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
    // Before the first page is written; later it would change nothing.
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
      // In a read-only folder: the next attempt says so.
    }
  }
}
