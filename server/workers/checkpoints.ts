import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { answerRequests } from './answer-requests.ts';

// Each request moves what is in the write-ahead log into the database: as much as readers allow, and nobody waits for
// it. SQLite flushes the log before, and the database after, in this thread.
const { file } = z.object({ file: z.string() }).parse(workerData);
const sqlite = new Database(file, { fileMustExist: true });
sqlite.pragma('synchronous = full');
answerRequests(() => {
  sqlite.pragma('wal_checkpoint(passive)');
});
