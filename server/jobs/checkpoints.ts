import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { watchDue } from './watch-due.ts';

/** Milliseconds between two looks at the log. */
const LOOK_EVERY = 1000;
/** The number of pages (32 MiB) in the log after which it is moved. After each move one commit waits for the disk. */
export const LOG_PAGES = 8000;
/** The number of pages left after a move from which on somebody should know. */
const TOO_MANY = 4 * LOG_PAGES;
/** The passes of one move at most; only in the last one every query waits. */
const PASSES = 5;

/** SQLite's answer to `wal_checkpoint`: the pages in the log, and how many of them are in the database as well. */
const logSchema = z.tuple([z.object({ log: z.int(), checkpointed: z.int() })]);

/**
 * Returns the length of the log, in pages, and how many of them are in the database as well; −1 for a database without a
 * log. Throws inside a transaction of the same connection.
 */
export function lengthOfLog(sqlite: OpenDatabase['sqlite']): { log: number; checkpointed: number } {
  return logSchema.parse(sqlite.pragma('wal_checkpoint(noop)'))[0];
}

interface Move {
  database: Pick<OpenDatabase, 'db' | 'sqlite'>;
  /** Moves what is in the log into the database, as much as readers allow, in a thread. */
  checkpoint: () => Promise<void>;
  isStopped?: () => boolean;
}

/**
 * Moves the contents of the write-ahead log into the database when they have become many, so that the next commit begins
 * the log anew; without that it would grow for as long as writes go on. What is written during a pass is left for the
 * next one, until nothing was; a last pass holds the connection so that nothing can be. SQLite flushes the database in
 * the passes that reach the log's end, so that mostly little is left for the last one
 * (docs/decisions/0052-commits-are-flushed-beside-the-loop.md). Readers of an older state hold back both the move and
 * the new beginning; then the next look tries again. Throws what `checkpoint` throws, and when too much is held back.
 */
export async function moveLog({ database: { db, sqlite }, checkpoint, isStopped = () => false }: Move): Promise<void> {
  // On the connection of an open transaction SQLite would refuse.
  const look = () => db.connection().execute(async () => lengthOfLog(sqlite));
  let { log, checkpointed } = await look();
  for (let pass = 1; pass <= PASSES && !isStopped(); pass += 1) {
    if (log < LOG_PAGES || checkpointed === log) return;
    await (pass < PASSES ? checkpoint() : db.connection().execute(checkpoint));
    ({ log, checkpointed } = await look());
  }
  if (log - checkpointed >= TOO_MANY) {
    throw new Error(
      `Somebody reads an old state of the database; ${log - checkpointed} pages of its log wait for that`,
    );
  }
}

/**
 * Looks every second whether the log is to be moved, and a minute after a failure. Returns the function that ends it:
 * no further pass begins, and the one under way is waited for only by the end of its thread.
 */
export function watchLog({
  database,
  checkpoint,
  onError,
}: Pick<Move, 'checkpoint'> & {
  database: Pick<OpenDatabase, 'db' | 'sqlite' | 'onFlushFailed'>;
  onError: (error: unknown) => void;
}): () => void {
  let isStopped = false;
  // The log grows also while a clock that was set back is behind.
  const clock: Clock = { now: () => performance.now() };
  const due = watchDue({
    clock,
    async look() {
      try {
        await moveLog({ database, checkpoint, isStopped: () => isStopped });
      } catch (error) {
        // SQLite would not write the pages of earlier passes again, and the system forgets that they are not on the disk.
        if (error instanceof Error && 'code' in error && error.code === 'SQLITE_IOERR_FSYNC') {
          database.onFlushFailed(error);
        }
        if (!isStopped) throw error;
      }
      return isoTime(clock.now() + LOOK_EVERY);
    },
    onError,
  });
  void due.refresh();
  return () => {
    isStopped = true;
    due.stop();
  };
}
