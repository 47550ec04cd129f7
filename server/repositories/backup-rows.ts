import type { OpenDatabase } from '#server/db/open.ts';

/** What a backup must know of a database. */
export interface BackupRows {
  siteId: string | null;
  /** The files of every picture, as the images' table names them. */
  pictures: { filename: string; srcset: string; shareFilename: string; originalFilename: string }[];
}

/** Reads them in one look at the database, past the schema's types: the file may be of an older program. */
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
