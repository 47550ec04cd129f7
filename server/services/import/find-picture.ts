import path from 'node:path';
import { type FoundFile, findInside, isInside } from './safe-path.ts';

/** `address` as the post in `file` (a path from the folder, with slashes) names it. */
export type PictureFinder = (address: string, file: string) => Promise<FoundFile>;

/**
 * Finds the files of pictures by their addresses in a post: from the post's own folder, then from the imported
 * folder, the one that holds it, and the one that holds that; sites keep posts and pictures side by side. Nothing
 * outside of these is read. `folder` is absolute and without links.
 */
export function createPictureFinder(folder: string): PictureFinder {
  const top = path.parse(folder).root;
  const roots = [folder, path.dirname(folder), path.dirname(path.dirname(folder))].filter((root) => root !== top);

  const fromOwnFolder = async (wanted: string, file: string): Promise<FoundFile> => {
    const target = path.resolve(folder, path.dirname(file), wanted);
    const root = roots.find((each) => isInside(each, target));
    return root === undefined ? { kind: 'outside' } : findInside(root, path.relative(root, target));
  };
  return async (address, file) => {
    const wanted = pathOf(address);
    if (wanted === null) return { kind: 'none' };
    const tries = wanted.startsWith('/') ? [] : [() => fromOwnFolder(wanted, file)];
    const fromRoot = path.posix.normalize(`/${wanted}`).slice(1);
    for (const root of roots) tries.push(() => findInside(root, fromRoot));
    let isOutside = false;
    for (const find of tries) {
      const found = await find();
      if (found.kind === 'file') return found;
      isOutside ||= found.kind === 'outside';
    }
    return isOutside ? { kind: 'outside' } : { kind: 'none' };
  };
}

/** Whether an address can only be that of a file beside the post: it names no other site and no data. */
export function isLocal(address: string): boolean {
  return pathOf(address) !== null;
}

function pathOf(address: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || /^[/\\]{2}[^/\\]*\./.test(address)) return null;
  const plain = address.replace(/[?#].*$/s, '').trim();
  if (plain === '') return null;
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
