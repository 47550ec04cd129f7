import { accessSync, constants, existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Clock } from '#shared/kernel/clock.ts';
import { migrate, refuseForeign, type SqliteSchema } from './sqlite-schema.ts';
import { workspaceSchema } from './workspace-schema.ts';

/** Milliseconds a statement waits for another process to finish writing. The app stands still that long. */
const BUSY_TIMEOUT = 2000;

interface OpenedDatabase {
  sqlite: Database.Database;
  /** Where the file is now that was there and is damaged; null when all is well. */
  damaged: { file: string; how: string } | null;
}

/**
 * Opens a database of what only this computer has, and makes one where there is none. A damaged file is never written to: it is renamed to
 * `<name>.damaged-<time>`, with what belongs to it, and a new one is begun. Throws StoreRefused for a file this
 * program must not touch, and what the system or SQLite throws where there is no access, no room or no turn.
 */
export function openDatabase(file: string, clock: Clock, schema: SqliteSchema = workspaceSchema): OpenedDatabase {
  mkdirSync(path.dirname(file), { recursive: true });
  // What cannot be written SQLite may open for reading only, and stay with that when it can be.
  accessSync(path.dirname(file), constants.W_OK);
  if (existsSync(file)) accessSync(file, constants.W_OK);
  const damage = existsSync(file) ? findDamage(file, schema) : null;
  const damaged = damage === null ? null : { file: setAside(file, clock), how: damage };
  const sqlite = new Database(file, { timeout: BUSY_TIMEOUT });
  try {
    sqlite.pragma('journal_mode = wal');
    // What was said to be kept survives a power cut.
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
 * What SQLite finds wrong with a file, or null. Throws StoreRefused for one this program must not touch. Reads only: what
 * is damaged, or another's, must stay as it was found.
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

/** Whether SQLite says that a file is damaged, or none of its own. */
export function isDamage(error: unknown): error is Error {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/** Renames a database with what belongs to it, so that a new one can be begun. Answers its new name. */
export function setAside(file: string, clock: Clock): string {
  const time = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
  let target = `${file}.damaged-${time}`;
  for (let number = 2; existsSync(target); number += 1) target = `${file}.damaged-${time}-${number}`;
  // The file itself last: beside a file that is not there, SQLite would take its log for a leftover and remove it.
  for (const ending of ['-wal', '-shm', '']) {
    if (existsSync(file + ending)) renameSync(file + ending, target + ending);
  }
  return target;
}
