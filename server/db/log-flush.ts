import { type FileHandle, open } from 'node:fs/promises';

type LogFile = Pick<FileHandle, 'datasync' | 'close'>;

export interface LogFlush {
  /** Resolves when everything that was committed before the call is on the disk. Rejects when that is not certain. */
  flush(): Promise<void>;
  /** Resolves when no flush is under way for anything that was committed before the call; rejects when one failed. */
  flushed(): Promise<void>;
  /** Waits for the flushes that are under way, and closes the file. */
  close(): Promise<void>;
}

/**
 * Flushes the write-ahead log of a database in the threads that Node has for files, so that only those who tell of a
 * commit wait for the disk. All commits that are made while a flush is running share the next one.
 */
export function createLogFlush(
  database: string,
  openLog: (file: string) => Promise<LogFile> = (file) => open(file, 'r+'),
): LogFlush {
  let log: Promise<LogFile> | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const sync = async () => {
    // The log stays the same file as long as any program has the database open.
    log ??= openLog(`${database}-wal`);
    await (await log).datasync();
  };
  const begin = (): Promise<void> => {
    running = sync().finally(() => {
      running = null;
    });
    return running;
  };
  const beginAfter = async (earlier: Promise<void>): Promise<void> => {
    await earlier.catch(() => undefined);
    next = null;
    await begin();
  };
  return {
    flush() {
      if (next) return next;
      if (!running) return begin();
      // The flush that is running may have begun before the commit.
      next = beginAfter(running);
      return next;
    },
    flushed: async () => next ?? running ?? undefined,
    async close() {
      await (next ?? running)?.catch(() => undefined);
      const opened = await log?.catch(() => null);
      log = null;
      await opened?.close();
    },
  };
}
