import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { folderBlobs } from '#server/adapters/blobs/open-blobs.ts';
import type { SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import { openReader } from '#server/db/open.ts';
import { dropReplicationTables } from '#server/db/replication-tables.ts';
import { makeFolder } from '#server/make-folder.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { readBackupRows } from '#server/repositories/backup-rows.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { asBackupFault, BackupFault } from './backup-fault.ts';
import { MANIFEST, MANIFEST_SUM, type Manifest } from './backup-manifest.ts';
import { pictureEntries } from './picture-entries.ts';
import { type ArchiveWriter, createArchiveWriter } from './write-archive.ts';

/** The largest number of times that the database is copied again because a picture was deleted during the copy. */
const MOST_SNAPSHOTS = 5;
/**
 * All pages in one step: a write of the server between two steps would restart the copy each time, and it might never
 * end.
 */
const ALL_PAGES = 0x7fffffff;

interface BackupOptions {
  dataDir: string;
  /** The store of the pictures; `dataDir` when absent. */
  blobs?: SiteBlobs | undefined;
  /** The archive to write; must not exist yet. */
  file: string;
  clock: Clock;
  /** The version of the program, for the manifest. */
  program: string;
  signal?: AbortSignal | undefined;
}

interface WrittenBackup {
  bytes: number;
  pictures: number;
  /** Files of the site's pictures that are lost; all others are in the backup. */
  missing: string[];
}

/**
 * Writes a consistent copy of the database and every picture into one file that nobody else may read, while the server
 * runs. Pictures are written first and the database last: a picture that is uploaded meanwhile is added when the copy
 * names it, and one that is deleted meanwhile is not in a later copy. The file gets its name only when it is complete
 * and on the disk.
 * @throws BackupFault and leaves nothing behind; the signal's reason when it is aborted.
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const { dataDir, file } = options;
  const folder = path.dirname(file);
  if (!existsSync(path.join(dataDir, DATABASE_FILE)))
    throw new BackupFault(`There is no site in ${dataDir} to back up.`);
  if (existsSync(file)) throw new BackupFault(`${file} is there already. Name another file.`);
  // After a crash the file is recognized as an unfinished one by its name, and it is never mistaken for a backup.
  const partial = path.join(folder, `.${path.basename(file)}.${randomBytes(6).toString('hex')}.partial`);
  const snapshot = `${partial}-db`;
  try {
    makeFolder(folder);
    const target = await open(partial, 'wx', 0o600);
    try {
      const written = await fill(target, snapshot, options);
      const { size } = await target.stat();
      await rename(partial, file);
      await syncFolder(folder);
      return { bytes: size, ...written };
    } finally {
      await target.close();
    }
  } catch (error) {
    throw asBackupFault(error, folder);
  } finally {
    for (const name of [partial, ...databaseFiles(snapshot)]) await rm(name, { force: true });
  }
}

async function fill(
  target: FileHandle,
  snapshot: string,
  { dataDir, blobs = folderBlobs(dataDir), clock, program, signal }: BackupOptions,
): Promise<Omit<WrittenBackup, 'bytes'>> {
  const now = clock.now();
  const archive = createArchiveWriter(target, Math.floor(now / 1000));
  const live = openReader(path.join(dataDir, DATABASE_FILE));
  try {
    await addPictures(archive, blobs, pictureEntries(readBackupRows(live).pictures), signal);
    const { siteId, pictures, missing } = await copyDatabase();
    const database = await open(snapshot, 'r');
    await archive.addFile(DATABASE_FILE, database, signal).finally(() => database.close());
    await addManifest(archive, {
      format: 'ninefold-backup',
      version: 1,
      createdAt: new Date(now).toISOString(),
      siteId,
      program,
      entries: [...archive.entries],
      missing,
    });
    return { pictures, missing };
  } finally {
    live.close();
  }

  /** Leaves a copy of the database at `snapshot`, and all files of its pictures in the archive, except lost ones. */
  async function copyDatabase() {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      for (const name of databaseFiles(snapshot)) await rm(name, { force: true });
      await live.backup(snapshot, { progress: () => ALL_PAGES });
      dropReplicationTables(snapshot);
      const copy = openReader(snapshot);
      const { siteId, pictures } = readBackupRows(copy);
      copy.close();
      const missing = await addPictures(archive, blobs, pictureEntries(pictures), signal);
      const wantedNow = new Set(pictureEntries(readBackupRows(live).pictures));
      if (missing.every((name) => wantedNow.has(name)) || attempt === MOST_SNAPSHOTS)
        return { siteId, pictures: pictures.length, missing };
    }
  }
}

/** Adds the files that are not in the archive yet. Returns the names of files that do not exist. */
async function addPictures(
  archive: ArchiveWriter,
  blobs: SiteBlobs,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const added = new Set(archive.entries.map((entry) => entry.name));
  const missing: string[] = [];
  for (const name of names) {
    if (added.has(name)) continue;
    // An entry has the same name as its blob.
    await blobs.borrow([name], async (file) => {
      if (file === null) return missing.push(name);
      const source = await open(file, 'r');
      return archive.addFile(name, source, signal).finally(() => source.close());
    });
  }
  return missing;
}

async function addManifest(archive: ArchiveWriter, manifest: Manifest): Promise<void> {
  await archive.addText(MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`);
  const sum = archive.entries.at(-1)?.sha256 ?? '';
  await archive.addText(MANIFEST_SUM, sum);
  await archive.end();
}

/** A database file and the files that SQLite may create for it. */
export function databaseFiles(file: string): string[] {
  return [file, `${file}-journal`, `${file}-wal`, `${file}-shm`];
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
