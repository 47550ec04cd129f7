import { accessSync, constants, existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '#shared/kernel/clock.ts';
import { migrate, refuseForeign, type SqliteSchema } from './sqlite-schema.ts';
import { workspaceSchema } from './workspace-schema.ts';

/**
 * The longest time, in milliseconds, that a statement waits for another process to finish writing. The app is blocked
 * that long.
 */
const BUSY_TIMEOUT = 2000;

interface OpenedDatabase {
  sqlite: Database.Database;
  /** The new place of a damaged file, and the kind of damage; null when all is well. */
  damaged: { file: string; how: string } | null;
}

/**
 * Opens a database of data that only this computer has, and makes one if there is none. A damaged file is never written
 * to: it is renamed to `<name>.damaged-<time>`, together with its other files, and a new database is begun. Throws
 * StoreRefused for a file that this program must not touch, and the errors of the system or SQLite when there is no
 * access, no room, or the database stays locked.
 */
export function openDatabase(file: string, clock: Clock, schema: SqliteSchema = workspaceSchema): OpenedDatabase {
  mkdirSync(path.dirname(file), { recursive: true });
  // SQLite may open a file that cannot be written for reading only, and stay read-only when writing is possible again.
  accessSync(path.dirname(file), constants.W_OK);
  if (existsSync(file)) accessSync(file, constants.W_OK);
  const damage = existsSync(file) ? findDamage(file, schema) : null;
  const damaged = damage === null ? null : { file: setAside(file, clock), how: damage };
  const sqlite = new Database(file, { timeout: BUSY_TIMEOUT });
  try {
    sqlite.pragma('journal_mode = wal');
    // Data that was acknowledged as stored survives a power cut.
    sqlite.pragma('synchronous = full');
    sqlite.pragma('foreign_keys = on');
    migrate(sqlite, schema);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return { sqlite, damaged };
}

/**
 * Returns SQLite's description of the damage to a file, or null. Throws StoreRefused for a file that this program must
 * not touch. Only reads: a damaged or foreign file must stay as it was found.
 */
function findDamage(file: string, schema: SqliteSchema): string | null {
  let sqlite: Database.Database | null = null;
  try {
    sqlite = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT });
    refuseForeign(sqlite, schema);
    const [first] = sqlite.prepare('pragma quick_check(1)').pluck().all();
    return first === 'ok' ? null : String(first).replaceAll(/\s+/g, ' ').trim();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return error.message;
  } finally {
    sqlite?.close();
  }
}

/** Whether an error of SQLite says that a file is damaged, or is not a database. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/** Renames a database together with its other files, so that a new one can be begun. Returns its new name. */
export function setAside(file: string, clock: Clock): string {
  const time = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
  let target = `${file}.damaged-${time}`;
  for (let number = 2; existsSync(target); number += 1) target = `${file}.damaged-${time}-${number}`;
  // The database itself comes last: if it were missing, SQLite would take its log for a leftover and remove it.
  for (const ending of ['-wal', '-shm', '']) {
    if (existsSync(file + ending)) renameSync(file + ending, target + ending);
  }
  return target;
}
