import fs from 'node:fs';

/** The write-ahead log of a database. */
export interface LogFile {
  /** Resolves when everything written so far is on the disk. */
  sync(): Promise<void>;
  close(): void;
}

export interface LogFlush {
  /** Resolves when everything that was committed before the call is on the disk. Rejects when that is not certain. */
  flush(): Promise<void>;
  /** Resolves when no flush is under way for anything that was committed before the call; rejects when one failed. */
  flushed(): Promise<void>;
  /** Waits for the flushes that are under way, and closes the file. No commit may follow. */
  close(): Promise<void>;
}

/**
 * Opens the log of a database that is open in this process: while it is, the log stays the same file. `database` is the
 * path without symbolic links, as SQLite uses it.
 */
export function openLog(database: string): LogFile {
  const log = fs.openSync(`${database}-wal`, 'r+');
  return {
    sync: () =>
      new Promise((resolve, reject) => {
        fs.fdatasync(log, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => fs.closeSync(log),
  };
}

/**
 * Flushes the log in the threads that Node has for files, so that only those who tell of a commit wait for the disk. All
 * commits that are made while a flush is running share the next one. After a failed flush every call rejects: a later
 * flush that succeeds would not mean that the earlier pages are on the disk.
 */
export function createLogFlush(log: LogFile): LogFlush {
  let failure: { error: unknown } | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const sync = async () => {
    try {
      await log.sync();
    } catch (error) {
      failure = { error };
      throw error;
    } finally {
      running = null;
    }
  };
  const begin = (): Promise<void> => {
    running = sync();
    return running;
  };
  const beginAfter = async (earlier: Promise<void>): Promise<void> => {
    try {
      await earlier;
    } finally {
      next = null;
    }
    await begin();
  };
  const check = () => {
    if (failure) throw failure.error;
  };
  return {
    async flush() {
      check();
      if (next) return next;
      if (!running) return begin();
      // The flush that is running may have begun before the commit.
      next = beginAfter(running);
      return next;
    },
    async flushed() {
      check();
      await (next ?? running);
    },
    async close() {
      while (next ?? running) await (next ?? running)?.catch(() => undefined);
      log.close();
    },
  };
}
