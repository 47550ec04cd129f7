import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type OpenDatabase, openDatabase, openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { databaseFiles } from '../backup/write-backup.ts';

/**
 * All pages in one step: a write of the server between two steps would restart the copy each time, and it might never
 * end.
 */
const ALL_PAGES = 0x7fffffff;
/** Milliseconds without change after which a copy counts as left behind by a crash. */
const RETENTION = 24 * 60 * 60 * 1000;
const COPY = /^\.export-[0-9a-f]{12}\.partial-db(-journal|-wal|-shm)?$/;

/** A new, unique name for a copy. */
export const newCopyName = () => randomBytes(6).toString('hex');

export const isCopyName = (name: string): boolean => /^[0-9a-f]{12}$/.test(name);

const pathOf = (dataDir: string, name: string) => path.join(dataDir, `.export-${name}.partial-db`);

/** Removes a copy, also one whose program ended before it could remove it. */
export async function dropSiteCopy(dataDir: string, name: string): Promise<void> {
  for (const file of databaseFiles(pathOf(dataDir, name))) await rm(file, { force: true });
}

/**
 * Opens a copy of the site's database in its state at this moment, so that later writes do not appear half-way in the
 * data that is read. The copy is in the data folder, and `close` deletes it. `now` in milliseconds since 1970.
 */
export async function openSiteCopy(dataDir: string, now: number, name = newCopyName()): Promise<OpenDatabase> {
  await dropLeftovers(dataDir, now);
  const copy = pathOf(dataDir, name);
  const drop = () => dropSiteCopy(dataDir, name);
  try {
    const live = openReader(path.join(dataDir, DATABASE_FILE));
    // Each page is read only once, and a mapping of the whole file would count as memory of this process.
    live.pragma('mmap_size = 0');
    await live.backup(copy, { progress: () => ALL_PAGES }).finally(() => live.close());
    const database = openDatabase(copy);
    return {
      ...database,
      async close() {
        await database.close();
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function dropLeftovers(dataDir: string, now: number): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!COPY.test(name)) continue;
    const file = path.join(dataDir, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (now - mtimeMs > RETENTION) await rm(file, { force: true });
  }
}
