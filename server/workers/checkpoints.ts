import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openForCheckpoints } from '#server/db/open.ts';
import { answerRequests } from './answer-requests.ts';

// Each request moves what is in the write-ahead log into the database, as much as readers allow.
const { file } = z.object({ file: z.string() }).parse(workerData);
const sqlite = openForCheckpoints(file);
answerRequests(() => {
  sqlite.pragma('wal_checkpoint(passive)');
});
