import Database from 'better-sqlite3';

/** The tables that Litestream adds to a database that it replicates. */
const TABLES = ['_litestream_seq', '_litestream_lock'];

/**
 * Drops from a copy of the database the tables that the replication program has added: in the copy they mean nothing.
 */
export function dropReplicationTables(file: string): void {
  const copy = new Database(file, { fileMustExist: true });
  try {
    for (const table of TABLES) copy.prepare(`drop table if exists ${table}`).run();
  } finally {
    copy.close();
  }
}
