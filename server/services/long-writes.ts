import { changeOrigin } from '#server/change-origin.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import type { OriginatedWrite, ResultOf, WriteName, WriteRequest } from '#server/workers/apply-write.ts';
import type { WorkerClient } from '#server/workers/worker-client.ts';

/**
 * Characters of Markdown up to which a post is stored in the server's own thread. The search reads every word of it, and of
 * what was there before: a million hold the event loop for a tenth of a second (decision 21).
 */
export const LARGEST_HERE = 100_000;

/** Whether storing or deleting a post with texts of these lengths (in characters, before and after) is a long write. */
export function isLongWrite(...lengths: number[]): boolean {
  return Math.max(...lengths) > LARGEST_HERE;
}

export interface LongWrites {
  /** Does a repository's write in a thread. Throws what that function throws; AppError `overloaded` when it cannot end. */
  run<Request extends WriteRequest>(request: Request): Promise<ResultOf<Request['write']>>;
}

interface LongWriteOptions {
  db: OpenDatabase['db'];
  worker: WorkerClient<OriginatedWrite, ResultOf<WriteName>>;
}

/** Writes in a thread of their own. Every other query of the process waits for its turn until one is done. */
export function createLongWrites({ db, worker }: LongWriteOptions): LongWrites {
  return {
    run<Request extends WriteRequest>(request: Request) {
      // Two connections that write would wait for each other in SQLite's lock, and such a wait blocks the event loop.
      return db.connection().execute(() => worker.ask({ ...request, origin: changeOrigin() })) as Promise<
        ResultOf<Request['write']>
      >;
    },
  };
}
