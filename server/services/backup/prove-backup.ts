import { fileFaults, foreignSchema } from '#server/db/check.ts';
import { DatabaseRefused } from '#server/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { readBackupRows } from '#server/repositories/backup-rows.ts';
import { BackupFault } from './backup-fault.ts';
import type { Manifest } from './backup-manifest.ts';
import { pictureEntries } from './picture-entries.ts';

/** Renders every page readers can see, as the site does; gives how many. Throws BackupFault with those that failed. */
export type RenderEveryPage = (database: OpenDatabase, signal?: AbortSignal) => Promise<number>;

/** What was found good. */
export interface Proof {
  pages: number;
  pictures: number;
  /** Of the site. */
  siteId: string | null;
  createdAt: string;
  /** Files that were lost before the backup was made. */
  missing: string[];
}

/**
 * Proves that a backup is a site: its database is whole, of this program and this site, each of its pictures has its
 * files, and every published page can be rendered from it. `file` is the database as it was taken out of the archive; it
 * is brought to the newest schema on the way.
 * @throws BackupFault with the first thing that is wrong.
 */
export async function proveBackup(
  file: string,
  { manifest, render, signal }: { manifest: Manifest; render: RenderEveryPage; signal?: AbortSignal | undefined },
): Promise<Proof> {
  const faults = fileFaults(file);
  if (faults.length > 0) throw new BackupFault(`The database in the backup is damaged:\n  ${faults.join('\n  ')}`);
  const database = openCopy(file);
  try {
    const foreign = foreignSchema(database);
    if (foreign.length > 0)
      throw new BackupFault(
        `The database in the backup is not as Ninefold makes it: ${foreign.slice(0, 10).join(', ')}.`,
      );
    const { siteId, pictures } = readBackupRows(database.sqlite);
    if (siteId !== manifest.siteId) throw new BackupFault('The database in the backup is of another site.');
    const known = new Set([...manifest.entries.map(({ name }) => name), ...manifest.missing]);
    const lost = pictureEntries(pictures).filter((name) => !known.has(name));
    if (lost.length > 0)
      throw new BackupFault(`Files of pictures are missing in the backup: ${lost.slice(0, 10).join(', ')}.`);
    const pages = await render(database, signal);
    return { pages, pictures: pictures.length, siteId, createdAt: manifest.createdAt, missing: manifest.missing };
  } finally {
    await database.close();
  }
}

function openCopy(file: string): OpenDatabase {
  try {
    return openDatabase(file);
  } catch (cause) {
    if (cause instanceof DatabaseRefused)
      throw new BackupFault(`The database in the backup cannot be used: ${cause.message}`, { cause });
    throw cause;
  }
}
