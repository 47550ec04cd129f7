import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '../log.ts';
import { isDamage, setAside } from '../store/open-database.ts';
import { migrate, refuseForeign, StoreRefused } from '../store/sqlite-schema.ts';
import { diskProblem, NOT_WRITABLE } from './copy-problems.ts';
import { copySchema } from './copy-schema.ts';

/** The longest time, in milliseconds, that a statement waits for another process. The app is blocked that long. */
const BUSY_TIMEOUT = 1000;

interface OpenedCopy {
  sqlite: Database.Database;
  /** The reason, in words for the owner, why nothing can be stored; null when all is well. */
  problem: string | null;
}

/**
 * Opens the database of a copy, and makes one if there is none. Never throws. A damaged database is set aside and a new
 * one begun: all posts are fetched again. When no database can be stored (it is a newer program's, or the folder cannot
 * be written), an empty one in memory stands in, with the reason.
 */
export function openCopyDatabase(file: string, clock: Clock, log: Log): OpenedCopy {
  try {
    try {
      return { sqlite: open(file), problem: null };
    } catch (error) {
      if (!isDamage(error)) throw error;
      setDamagedAside(file, clock, log);
      return { sqlite: open(file), problem: null };
    }
  } catch (error) {
    log.error('The copy of the site cannot be opened', error);
    const why = error instanceof StoreRefused ? error.message : (diskProblem(error) ?? NOT_WRITABLE);
    return { sqlite: prepared(new Database(':memory:')), problem: why };
  }
}

/** Keeps a damaged copy beside the new one. An earlier damaged copy is deleted, since copies are large. */
export function setDamagedAside(file: string, clock: Clock, log: Log): void {
  const folder = path.dirname(file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${path.basename(file)}.damaged-`)) rmSync(path.join(folder, name), { force: true });
  }
  log.warn(`The copy of the site was damaged and is made anew. The damaged one was kept: ${setAside(file, clock)}`);
}

/** Removes a copy with all its files. Throws the system's errors. */
export function removeCopyDatabase(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name, { force: true });
}

// Damage inside the database is found when it is read: a check of the whole database would delay the start by seconds.
function open(file: string): Database.Database {
  mkdirSync(path.dirname(file), { recursive: true });
  return prepared(new Database(file, { timeout: BUSY_TIMEOUT }));
}

function prepared(sqlite: Database.Database): Database.Database {
  try {
    refuseForeign(sqlite, copySchema);
    sqlite.pragma('journal_mode = wal');
    // A power cut may lose the last posts: they are fetched again.
    sqlite.pragma('synchronous = normal');
    sqlite.pragma('foreign_keys = on');
    migrate(sqlite, copySchema);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
