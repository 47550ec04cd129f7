import { isDiskFull } from '#shared/kernel/disk-full.ts';

export const DISK_FULL =
  'The disk is full: the copy of the site cannot be kept up on this computer. What is here stays; it goes on by itself once there is room.';
export const NOT_WRITABLE =
  'The folder of the copy cannot be written to: nothing of the site can be kept on this computer for reading offline. Give the folder back to the app, and start it again.';

const REFUSED = /^(EROFS|EACCES|EPERM|ENOTDIR|EEXIST|SQLITE_(READONLY|CANTOPEN|PERM))/;

/**
 * Returns the reason, in words for the owner, why a disk does not accept the copy; null when the error is not one of
 * the disk.
 */
export function diskProblem(error: unknown): string | null {
  if (isDiskFull(error)) return DISK_FULL;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (REFUSED.test(code)) return NOT_WRITABLE;
  return code.startsWith('SQLITE_') ? 'The database of the copy did not take it. It is tried again by itself.' : null;
}
