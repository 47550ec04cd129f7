import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { DATABASE_FILE } from '#server/paths.ts';
import { asBackupFault } from './backup-fault.ts';
import { type Proof, proveBackup, type RenderEveryPage } from './prove-backup.ts';
import { readArchive } from './read-archive.ts';

interface CheckOptions {
  file: string;
  /** Where the database is taken out to while it is looked at. */
  workFolder: string;
  render: RenderEveryPage;
  signal?: AbortSignal | undefined;
}

/**
 * Proves a backup without putting it back: reads every byte of it, and takes out nothing but the database.
 * @throws BackupFault with what is wrong with it.
 */
export async function checkBackup({ file, workFolder, render, signal }: CheckOptions): Promise<Proof> {
  try {
    const folder = await mkdtemp(path.join(workFolder, '.ninefold-check-'));
    try {
      const database = path.join(folder, DATABASE_FILE);
      const manifest = await readArchive(file, { place: (name) => (name === DATABASE_FILE ? database : null), signal });
      return await proveBackup(database, { manifest, render, signal });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    throw asBackupFault(error, workFolder);
  }
}
