import { servedFiles } from '#server/adapters/picture-files.ts';
import type { BackupRows } from '#server/repositories/backup-rows.ts';
import { BackupFault } from './backup-fault.ts';
import { isEntryName } from './backup-manifest.ts';

/**
 * The entries that a backup must have for these pictures: "uploads/…" for each served file, "originals/…" for the
 * original.
 */
export function pictureEntries(pictures: BackupRows['pictures']): string[] {
  const names = pictures.flatMap((picture) => [
    ...servedFiles(picture).map((name) => `uploads/${name}`),
    `originals/${picture.originalFilename}`,
  ]);
  const odd = names.find((name) => !isEntryName(name));
  if (odd !== undefined) throw new BackupFault(`A picture of the database has a name that is none of ours: “${odd}”.`);
  return [...new Set(names)];
}
