import type { AlikeRequest } from '#server/repositories/search/alike.ts';
import type { SearchAnswer, SearchRequest } from '#server/repositories/search/search-index.ts';
import type { OriginatedWrite, ResultOf, WriteName } from '#server/workers/apply-write.ts';
import type { MarkdownRequest } from '#server/workers/render-markdown.ts';
import { createWorkerClient, type WorkerClient } from '#server/workers/worker-client.ts';
import type { RenderedContent } from '#shared/content/pipeline.ts';
import type { RoomOptions } from './service-options.ts';

/** Milliseconds that one write in the thread may take: a tag on 100,000 posts needs two minutes. */
const LONGEST_WRITE = 5 * 60 * 1000;
/**
 * Milliseconds that one pass of moving the log's contents may take, the most a timer can wait: a pass cannot be broken
 * off, and that its flush has failed must be heard.
 */
const LONGEST_CHECKPOINT = 2 ** 31 - 1;

export interface Threads {
  search: WorkerClient<SearchRequest | AlikeRequest, SearchAnswer>;
  markdown: WorkerClient<MarkdownRequest, RenderedContent>;
  writes: WorkerClient<OriginatedWrite, ResultOf<WriteName>>;
  checkpoints: WorkerClient<null, void>;
  close(): Promise<unknown>;
}

/** Creates the threads for work that would block every other request, each with its limits. */
export function createThreads({ database, patience = 1 }: Pick<RoomOptions, 'database' | 'patience'>): Threads {
  const search = createWorkerClient<SearchRequest | AlikeRequest, SearchAnswer>({
    name: 'search',
    workerData: { file: database.sqlite.name },
    // A request that has waited for others still has its full time.
    waitMs: 5000 * patience,
    timeoutMs: 2000 * patience,
    startMs: 3000,
    timeoutCode: 'overloaded',
    maxQueue: 200,
    maxOfOneClient: 10,
  });
  const markdown = createWorkerClient<MarkdownRequest, RenderedContent>({
    name: 'markdown',
    // A limit by the clock would refuse harmless texts on a loaded machine.
    work: { limitMs: 2000, code: 'content_too_complex' },
    timeoutMs: 30_000,
    timeoutCode: 'overloaded',
    startMs: 8000,
    maxQueue: 100,
  });
  const writes = createWorkerClient<OriginatedWrite, ResultOf<WriteName>>({
    name: 'writes',
    workerData: { file: database.sqlite.name },
    timeoutMs: LONGEST_WRITE,
    timeoutCode: 'overloaded',
    maxQueue: 20,
  });
  const checkpoints = createWorkerClient<null, void>({
    name: 'checkpoints',
    workerData: { file: database.sqlite.name },
    timeoutMs: LONGEST_CHECKPOINT,
    timeoutCode: 'overloaded',
    maxQueue: 1,
  });
  const close = () => Promise.all([search.close(), markdown.close(), writes.close(), checkpoints.close()]);
  return { search, markdown, writes, checkpoints, close };
}
