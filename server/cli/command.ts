import path from 'node:path';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import { DataFolderBusyError } from '#server/adapters/data-lock.ts';
import { isStoreAddress } from '#server/blob-address.ts';
import { ConfigError } from '#server/config.ts';
import { DatabaseRefused } from '#server/db/migrate.ts';
import { BackupFault } from '#server/services/backup/backup-fault.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { plain } from './progress.ts';

/** The error of a command that was called wrongly; `message` says how to call it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Resolves a path as the person typed it: npm runs commands in the project's folder and says where they were called.
 */
export function typedPath(given: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
}

/** Resolves a folder or file as the person typed it, or a place in an object store; a trailing "/" has no meaning. */
export function typedPlace(given: string): string {
  // The two slashes of an address without a bucket are kept: without them it would become a folder of that name.
  return isStoreAddress(given) ? given.replace(/(?<=[^/:])\/+$/, '') : typedPath(given);
}

/** The umask of commands: their files (database, originals, backups, drafts) are for their own user alone. */
const OWN_FILES = 0o077;

interface CommandOptions {
  /**
   * Whether the command writes files that others read, such as the server of a published site: then the shell's own
   * umask applies.
   */
  isForOthers?: boolean;
}

/**
 * Runs a command; its result is the exit code. An error that the person can correct is reported in one line, any other
 * in full.
 */
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
