import { changeOrigin } from '#server/change-origin.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import type { OriginatedWrite, ResultOf, WriteName, WriteRequest } from '#server/workers/apply-write.ts';
import type { WorkerClient } from '#server/workers/worker-client.ts';

/**
 * The number of characters of Markdown up to which a post is stored in the server's own thread. The search reads every
 * word of the new and of the old text: a million characters block the event loop for a tenth of a second (decision 21).
 */
export const LARGEST_HERE = 100_000;

/** Whether storing or deleting a post with texts of these lengths (in characters, before and after) is a long write. */
export function isLongWrite(...lengths: number[]): boolean {
  return Math.max(...lengths) > LARGEST_HERE;
}

export interface LongWrites {
  /**
   * Runs a repository's write in a thread. Throws what that function throws, and AppError `overloaded` when the write
   * cannot finish.
   */
  run<Request extends WriteRequest>(request: Request): Promise<ResultOf<Request['write']>>;
}

interface LongWriteOptions {
  db: OpenDatabase['db'];
  worker: WorkerClient<OriginatedWrite, ResultOf<WriteName>>;
}

/** Runs writes in a thread of their own. Until a write has ended, every other query of the process waits. */
export function createLongWrites({ db, worker }: LongWriteOptions): LongWrites {
  return {
    run<Request extends WriteRequest>(request: Request) {
      // Two connections that write would wait for each other in SQLite's lock, and that wait blocks the event loop.
      return db.connection().execute(() => worker.ask({ ...request, origin: changeOrigin() })) as Promise<
        ResultOf<Request['write']>
      >;
    },
  };
}
