import Database from 'better-sqlite3';

/** What Litestream puts into a database that it replicates. */
const TABLES = ['_litestream_seq', '_litestream_lock'];

/** Takes out of a copy of the database what a program beside the server has put into it: in the copy it means nothing. */
export function dropReplicationTables(file: string): void {
  const copy = new Database(file, { fileMustExist: true });
  try {
    for (const table of TABLES) copy.prepare(`drop table if exists ${table}`).run();
  } finally {
    copy.close();
  }
}
