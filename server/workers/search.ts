import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openReader } from '#server/db/open.ts';
import { createSearch } from '#server/repositories/search/search-index.ts';
import { answerRequests } from './answer-requests.ts';

// Search reads on its own connection in its own thread, so that no query holds up the server.
const { file } = z.object({ file: z.string() }).parse(workerData);
answerRequests(createSearch(openReader(file)));
