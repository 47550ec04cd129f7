import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, realpathSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Kysely } from 'kysely';
import { addressHash } from './address-hash.ts';
import { oneConnectionDialect } from './dialect.ts';
import { setLogOf } from './flushed.ts';
import { createLogFlush, openLog } from './log-flush.ts';
import { migrate } from './migrate.ts';
import { migrations as ours } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import type { Schema } from './schema.ts';

export interface OpenDatabase {
  db: Kysely<Schema>;
  /**
   * The connection itself, for work other than queries: `data_version`, backup, export. Never used inside a
   * transaction.
   */
  sqlite: Database.Database;
  /** The numbers of the queries made through `db` so far. */
  readonly queries: QueryTally;
  /** To be told when the database could not be flushed elsewhere. */
  onFlushFailed(error: unknown): void;
  close(): Promise<void>;
}

interface QueryTally {
  count: number;
  errors: number;
  seconds: number;
}

/** The time, in milliseconds, that a statement waits for another process to finish writing. */
const BUSY_TIMEOUT = 5000;
/**
 * The size of the connection's own page cache; the system caches the file in memory as well (better-sqlite3's default:
 * 16,000).
 */
const CACHE_KIB = 4000;

interface OpenOptions {
  migrations?: readonly Migration[];
  /**
   * Given when the event loop must not wait for the disk: commits are flushed in another thread, and whoever tells of
   * one waits for {@link flushed}. Called when a flush has failed. What was committed since the last one may then be
   * lost in a power cut although every query sees it, so the process must end. No commit moves the log's contents into
   * the database then; `jobs/checkpoints.ts` does.
   */
  onFlushFailed?: (error: unknown) => void;
}

/**
 * Opens the database for reading and writing and brings its schema up to date. `file` is a path, or ":memory:" for a
 * database that ends with the process, or the bytes of a database for a copy of it in memory. Throws `DatabaseRefused`
 * for a file that this program must not touch.
 */
export function openDatabase(file: string | Buffer, options: OpenOptions = {}): OpenDatabase {
  const { migrations = ours, onFlushFailed } = options;
  if (typeof file === 'string' && file !== ':memory:' && !existsSync(file)) makeWhole(file, migrations);
  const sqlite = connect(file, migrations);
  // In memory, and on a file system without shared memory, there is no log.
  const hasLog = sqlite.pragma('journal_mode', { simple: true }) === 'wal';
  const log = onFlushFailed && hasLog ? createLogFlush(openLog(realpathSync(sqlite.name))) : null;
  if (log) {
    // A commit then waits for the disk only when it begins the log anew.
    sqlite.pragma('synchronous = normal');
    sqlite.pragma('wal_autocheckpoint = 0');
  }
  const queries: QueryTally = { count: 0, errors: 0, seconds: 0 };
  const db = new Kysely<Schema>({
    dialect: oneConnectionDialect(sqlite, () => void log?.flush().catch(onFlushFailed)),
    log({ level, queryDurationMillis }) {
      queries.count += 1;
      queries.seconds += queryDurationMillis / 1000;
      if (level === 'error') queries.errors += 1;
    },
  });
  if (log) setLogOf(db, log);
  return {
    db,
    sqlite,
    queries,
    onFlushFailed: (error) => onFlushFailed?.(error),
    async close() {
      await db.destroy();
      // Kysely closes only what it has used.
      if (sqlite.open) sqlite.close();
      await log?.close();
    },
  };
}

function connect(file: string | Buffer, migrations: readonly Migration[]): Database.Database {
  const sqlite = new Database(file, { timeout: BUSY_TIMEOUT });
  try {
    sqlite.pragma('journal_mode = wal');
    // A write that was acknowledged survives a power cut. Commits that are flushed apart keep this in another way.
    sqlite.pragma('synchronous = full');
    sqlite.pragma('foreign_keys = on');
    sqlite.pragma('temp_store = memory');
    sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    sqlite.function('address_hash', { deterministic: true }, (email) => addressHash(String(email)));
    migrate(sqlite, migrations);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/**
 * Makes a new database under another name and gives it its own name when it is complete. When several processes
 * switched one empty file to the write-ahead log at once, one in sixty failed (SQLITE_IOERR_DELETE_NOENT, tables made
 * twice): so one of them makes the database, and the others find it made.
 */
function makeWhole(file: string, migrations: readonly Migration[]): void {
  const unfinished = `${file}.new-${process.pid}-${randomUUID()}`;
  try {
    connect(unfinished, migrations).close();
    linkSync(unfinished, file);
  } catch {
    // Another process was faster, or the file cannot be made here: whoever opens it next gets the error.
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + ending, { force: true });
  }
}

/** Opens a second, read-only connection for a worker thread. The file must exist and be migrated. */
export function openReader(file: string): Database.Database {
  const reader = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT });
  // Search reads much of its index: from the system's own cache it takes half the time (median 12 → 5 ms, 100,000
  // posts).
  reader.pragma('mmap_size = 1073741824');
  return reader;
}

/**
 * Opens a connection for a worker thread that only moves what is in the log into the database. SQLite flushes the log
 * before, and the database when the log's end is reached.
 */
export function openForCheckpoints(file: string): Database.Database {
  const sqlite = new Database(file, { fileMustExist: true });
  sqlite.pragma('synchronous = full');
  // On macOS a plain flush leaves the pages in the drive's own memory.
  sqlite.pragma('checkpoint_fullfsync = on');
  return sqlite;
}
