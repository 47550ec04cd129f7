import { isDiskFull } from '#shared/kernel/disk-full.ts';

/**
 * The reason why a backup could not be made, verified or restored, in words for the owner. `message` is ready to be
 * shown.
 */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * The BackupFault for an error of the disk or the database; an error that the owner cannot correct is returned
 * unchanged.
 */
export function asBackupFault(error: unknown, folder: string): unknown {
  if (isDiskFull(error))
    return new BackupFault(
      `The disk of ${folder} is full. Nothing was left behind: make room, or name another folder.`,
      {
        cause: error,
      },
    );
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'SQLITE_READONLY')
    return new BackupFault(`${folder} may not be written to.`, { cause: error });
  return error;
}
