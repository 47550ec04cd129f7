import { fileFaults, foreignSchema } from '#server/db/check.ts';
import { DatabaseRefused } from '#server/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { readBackupRows } from '#server/repositories/backup-rows.ts';
import { BackupFault } from './backup-fault.ts';
import type { Manifest } from './backup-manifest.ts';
import { pictureEntries } from './picture-entries.ts';

/**
 * Renders every page that readers can see, as the site does; returns their number. Throws BackupFault with the pages
 * that failed.
 */
export type RenderEveryPage = (database: OpenDatabase, signal?: AbortSignal) => Promise<number>;

/** The result of a successful verification. */
export interface Proof {
  pages: number;
  pictures: number;
  /** The id of the site. */
  siteId: string | null;
  createdAt: string;
  /** Files that were lost before the backup was made. */
  missing: string[];
}

/**
 * Verifies that a backup is a site: its database is complete and belongs to this program and this site, each of its
 * pictures has its files, and every published page can be rendered from it. `file` is the database as extracted from
 * the archive; it is migrated to the newest schema on the way.
 * @throws BackupFault that names the first fault.
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
