import { fileFaults, foreignSchema } from '#server/db/check.ts';
import { DatabaseRefused } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';

/** A published database on this machine's disk, and the number of the last migration its manifest names. */
export interface PublicationRequest {
  file: string;
  migration: number;
}

/**
 * Checks a published database, and migrates it to this program's schema where it is older. Returns its fault, in words
 * for the owner; null when there is none.
 */
export async function checkPublication({ file, migration }: PublicationRequest): Promise<string | null> {
  const faults = fileFaults(file);
  if (faults.length > 0) return `The published database is damaged: ${faults.join('; ')}`;
  try {
    const database = openDatabase(file);
    try {
      const foreign = foreignSchema(database);
      if (foreign.length > 0) return `The published database has what no Ninefold makes: ${foreign.join(', ')}`;
      // Moves everything from the log into the file itself, which is opened next.
      database.sqlite.pragma('wal_checkpoint(truncate)');
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof DatabaseRefused) return error.message;
    throw error;
  }
  return migration > 0 ? null : 'The published database names no migration.';
}
