import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { changingFrom } from '#server/change-origin.ts';
import { openDatabase } from '#server/db/open.ts';
import { answerRequests } from './answer-requests.ts';
import { applyWrite, type OriginatedWrite } from './apply-write.ts';

// Long writes have their own connection and thread; the caller holds the process's other connection until they are done.
const { file } = z.object({ file: z.string() }).parse(workerData);
const { db, sqlite } = openDatabase(file);
// Every query waits for a long write; it does not also move the log's contents.
sqlite.pragma('wal_autocheckpoint = 0');
answerRequests((request: OriginatedWrite) => changingFrom(request.origin, () => applyWrite(db, request)));
