import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { openReader } from '#server/db/open.ts';
import { type AlikeRequest, createAlike } from '#server/repositories/search/alike.ts';
import { createSearch, type SearchRequest } from '#server/repositories/search/search-index.ts';
import { answerRequests } from './answer-requests.ts';

// The search reads on a separate connection in a separate thread, so that no query blocks the server.
const { file } = z.object({ file: z.string() }).parse(workerData);
const reader = openReader(file);
const [search, alike] = [createSearch(reader), createAlike(reader)];
answerRequests((request: SearchRequest | AlikeRequest) => ('alike' in request ? alike(request) : search(request)));
