import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { DATABASE_FILE } from '#server/paths.ts';
import { asBackupFault } from './backup-fault.ts';
import { type Proof, proveBackup, type RenderEveryPage } from './prove-backup.ts';
import { readArchive } from './read-archive.ts';

interface CheckOptions {
  file: string;
  /** The folder to which the database is extracted while it is checked. */
  workFolder: string;
  render: RenderEveryPage;
  signal?: AbortSignal | undefined;
}

/**
 * Verifies a backup without restoring it: reads every byte of it, and extracts nothing but the database.
 * @throws BackupFault that says what is wrong with the backup.
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
