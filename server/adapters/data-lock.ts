import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';

/** The data folder belongs to another process. `message` is ready to be shown. */
export class DataFolderBusyError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another Ninefold server. Stop it first, or set DATA_DIR to another folder.`,
    );
    this.name = 'DataFolderBusyError';
  }
}

/**
 * Takes the data folder for this process (design §5): one server owns it, and `restore` refuses while it lives. The
 * lock is SQLite's own on an empty file, so the system lets go of it when the process dies, however it dies; a file
 * with a process id in it would lie after a reboot and in containers. Gives the function that lets go.
 * @throws DataFolderBusyError while another process holds it.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const lock = new Database(path.join(folder, 'server.lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) {
      throw new DataFolderBusyError(folder);
    }
    throw error;
  }
  return () => lock.close();
}
