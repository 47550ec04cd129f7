import type { OpenDatabase } from '#server/db/open.ts';

/** The facts about a database that a backup needs. */
export interface BackupRows {
  siteId: string | null;
  /** The files of every picture, as the table `images` names them. */
  pictures: { filename: string; srcset: string; shareFilename: string; originalFilename: string }[];
}

/**
 * Reads the rows in one transaction, without the schema's types: an older version of the program may have written the
 * file.
 */
export function readBackupRows(sqlite: OpenDatabase['sqlite']): BackupRows {
  const pictures = sqlite.prepare(
    'select filename, srcset, share_filename as shareFilename, original_filename as originalFilename from images',
  );
  const siteId = sqlite.prepare("select value from settings where key = 'site-id'").pluck();
  return sqlite.transaction(() => {
    const stored = siteId.get();
    return {
      siteId: typeof stored === 'string' ? String(JSON.parse(stored)) : null,
      pictures: pictures.all() as BackupRows['pictures'],
    };
  })();
}
