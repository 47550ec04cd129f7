import path from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import type { Site } from '../site/sites.ts';

/**
 * Removes every workspace document from a site. A new device then finds the site as if nothing had ever been written.
 */
export async function emptyWorkspace(site: Site): Promise<void> {
  const { sqlite, close } = openDatabase(path.join(site.dataFolder, DATABASE_FILE));
  try {
    sqlite.exec('delete from workspace_updates; delete from workspace_docs');
  } finally {
    await close();
  }
}
