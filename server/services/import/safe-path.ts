import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** A file on the disk with all links resolved; or the reason why it may not be read. */
export type FoundFile = { kind: 'file'; path: string; size: number } | { kind: 'outside' } | { kind: 'none' };

/** Whether `file` is in `folder`. Both are absolute. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative);
}

/**
 * Looks for a regular file by its path from `folder` (absolute, without links). A path or a symbolic link that leads
 * out of the folder is `outside` (abuse: an import that reads the rest of the disk).
 */
export async function findInside(folder: string, relative: string): Promise<FoundFile> {
  if (relative.includes('\0')) return { kind: 'none' };
  const wanted = path.resolve(folder, relative);
  if (!isInside(folder, wanted)) return { kind: 'outside' };
  try {
    const real = await realpath(wanted);
    if (!isInside(folder, real)) return { kind: 'outside' };
    const found = await stat(real);
    return found.isFile() ? { kind: 'file', path: real, size: found.size } : { kind: 'none' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EINVAL', 'EACCES', 'EPERM'].includes(code))
      return { kind: 'none' };
    throw error;
  }
}
