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

/** How often a copy of the database is taken anew because a picture went while it was taken. */
const MOST_SNAPSHOTS = 5;
/** All pages in one step: between two steps a write of the server would make the copy begin again, for ever. */
const ALL_PAGES = 0x7fffffff;

interface BackupOptions {
  dataDir: string;
  /** The pictures; those in `dataDir` when absent. */
  blobs?: SiteBlobs | undefined;
  /** The archive to write; must not be there. */
  file: string;
  clock: Clock;
  /** Version of the program, for the manifest. */
  program: string;
  signal?: AbortSignal | undefined;
}

interface WrittenBackup {
  bytes: number;
  pictures: number;
  /** Files the site's pictures have lost; the rest is in the backup. */
  missing: string[];
}

/**
 * Writes a consistent copy of the database and every picture into one file that nobody else may read, while the server
 * runs. Pictures go first and the database last: what is uploaded meanwhile is added once the copy names it, and what is
 * deleted meanwhile is in no copy taken later. The file has its name only when it is whole and on the disk.
 * @throws BackupFault with nothing left behind; the signal's reason when it is aborted.
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const { dataDir, file } = options;
  const folder = path.dirname(file);
  if (!existsSync(path.join(dataDir, DATABASE_FILE)))
    throw new BackupFault(`There is no site in ${dataDir} to back up.`);
  if (existsSync(file)) throw new BackupFault(`${file} is there already. Name another file.`);
  // Found again after a crash by what a store knows as not finished, and never taken for a backup.
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

  /** Leaves a copy of the database at `snapshot`, with every file of its pictures in the archive but those that are lost. */
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

/** Adds the files that are not in the archive yet. Gives those that are not there. */
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
    // An entry is called as its blob is.
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

/** A database file and what SQLite may put beside it. */
export function databaseFiles(file: string): string[] {
  return [file, `${file}-journal`, `${file}-wal`, `${file}-shm`];
}

async function syncFolder(folder: string): Promise<void> {
  // Windows knows no such thing.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
