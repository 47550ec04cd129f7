import path from 'node:path';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import { DataFolderBusyError } from '#server/adapters/data-lock.ts';
import { isStoreAddress } from '#server/blob-address.ts';
import { ConfigError } from '#server/config.ts';
import { DatabaseRefused } from '#server/db/migrate.ts';
import { BackupFault } from '#server/services/backup/backup-fault.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { plain } from './progress.ts';

/** How a command was called wrongly; `message` says how it is called. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A path as the person typed it: npm runs commands in the project's folder and says where they were called. */
export function typedPath(given: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
}

/** A folder or file as the person typed it, or a place in an object store; "/" at the end says nothing. */
export function typedPlace(given: string): string {
  // Not the two of an address that names no bucket, which would become a folder called so.
  return isStoreAddress(given) ? given.replace(/(?<=[^/:])\/+$/, '') : typedPath(given);
}

/** What commands write is for their own user alone: database, originals, backups, drafts. */
const OWN_FILES = 0o077;

interface CommandOptions {
  /** Whether it writes what others read, such as the server of a published site: then the shell's own rights hold. */
  isForOthers?: boolean;
}

/** Runs a command: its answer is the exit code; what the person can mend is said in one line, anything else in full. */
export async function runCommand(
  command: () => Promise<number>,
  { isForOthers = false }: CommandOptions = {},
): Promise<void> {
  if (!isForOthers) process.umask(OWN_FILES);
  try {
    process.exitCode = await command();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

function explain(error: unknown): string {
  if (error instanceof ImportFault)
    return plain(error.line === null ? error.message : `Line ${error.line}: ${error.message}`);
  if (error instanceof UsageError || error instanceof ConfigError || error instanceof DatabaseRefused)
    return error.message;
  if (error instanceof BackupFault || error instanceof BlobFault || error instanceof DataFolderBusyError)
    return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (
    code === 'ENOENT' ||
    code === 'ENOTDIR' ||
    code === 'EEXIST' ||
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'EROFS' ||
    code === 'ENOSPC'
  )
    return String(error);
  if (code.startsWith('SQLITE_BUSY'))
    return 'Another program is writing to the database. Try again in a moment; what is in is in.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
