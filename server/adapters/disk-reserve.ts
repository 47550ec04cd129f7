import { randomBytes } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDiskFull } from '#shared/kernel/disk-full.ts';

/** A reserve of disk space for deletions: even a deletion must write before anything is gone. */
export interface DiskReserve {
  /**
   * Runs a deletion; when the disk is too full for it, releases the reserve and runs it once more. Makes a new reserve
   * afterwards.
   */
  forDeletion<T>(run: () => Promise<T>): Promise<T>;
  /** Resolves when the reserve is in place, or there is no room for it. */
  settled(): Promise<void>;
}

const FILE = 'reserve';
const BYTES = 1024 * 1024;

/** No reserve: for a program that runs beside the server, because the server keeps one. */
export const noReserve: DiskReserve = { forDeletion: (run) => run(), settled: async () => {} };

/** Keeps a reserve in `dataDir` from now on: a file of 1 MiB without meaning. */
export function createDiskReserve(dataDir: string): DiskReserve {
  const file = path.join(dataDir, FILE);
  const keep = async () => {
    try {
      if ((await stat(file).catch(() => null))?.size === BYTES) return;
      // Random bytes, which no file system can compress.
      await writeFile(file, randomBytes(BYTES));
    } catch {
      // Half a reserve would only take room that others need.
      await rm(file, { force: true }).catch(() => undefined);
    }
  };
  let keeping = keep();
  return {
    async forDeletion(run) {
      await keeping;
      try {
        return await run();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        await rm(file, { force: true });
        return await run();
      } finally {
        keeping = keep();
      }
    },
    settled: () => keeping,
  };
}
