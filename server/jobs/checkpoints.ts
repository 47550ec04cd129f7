import { z } from 'zod';
import { LOG_PAGES, type OpenDatabase } from '#server/db/open.ts';

/** Milliseconds between two looks at the log. */
const LOOK_EVERY = 1000;

/** SQLite's answer to `wal_checkpoint`: the pages in the log, and how many of them are in the database as well. */
const logSchema = z.tuple([z.object({ log: z.int(), checkpointed: z.int() })]);

interface CheckpointOptions {
  database: Pick<OpenDatabase, 'db' | 'sqlite'>;
  /** Moves what is in the log into the database, in a thread. */
  checkpoint: () => Promise<unknown>;
}

/**
 * Moves the write-ahead log's contents into the database when they have become many: first beside the writes, then the
 * few pages that came meanwhile with the connection held, so that the log's end is reached. Then the next commit begins
 * the log anew; without that it would grow for as long as writes go on
 * (docs/decisions/0052-commits-are-flushed-beside-the-loop.md).
 */
export async function moveLog({ database: { db, sqlite }, checkpoint }: CheckpointOptions): Promise<void> {
  const [{ log, checkpointed }] = logSchema.parse(sqlite.pragma('wal_checkpoint(noop)'));
  if (log - checkpointed < LOG_PAGES) return;
  await checkpoint();
  await db.connection().execute(checkpoint);
}

/**
 * Looks every second whether the log is to be moved. `onError` is told of the first of several failures in a row. Returns
 * the function that ends it, after the move under way.
 */
export function watchLog(options: CheckpointOptions & { onError: (error: unknown) => void }): () => Promise<void> {
  let hasFailed = false;
  const look = async () => {
    try {
      await moveLog(options);
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) options.onError(error);
      hasFailed = true;
    }
  };
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = null;
    });
  }, LOOK_EVERY);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
