import path from 'node:path';
import { type FoundFile, findInside, isInside } from './safe-path.ts';

/** `address` is written as in the post in `file` (a path from the folder, with slashes). */
export type PictureFinder = (address: string, file: string) => Promise<FoundFile>;

/** The usual names of picture folders. No other folder next to an imported one is read. */
const PICTURE_FOLDER = /^_?(?:assets?|img|imgs|images?|pics|static|public|media|uploads?|attachments|wp-content)$/;

/**
 * Finds the files of pictures by their addresses in a post. It looks in the post's own folder, then in the imported
 * folder. Because sites keep posts and pictures side by side, it then looks in sibling folders that the address itself
 * names and whose name is that of a picture folder ("/assets/a.png", "../images/a.png"): in the parent of the imported
 * folder, and in the parent of that one. Nothing else outside is read. `folder` is absolute and without links.
 */
export function createPictureFinder(folder: string): PictureFinder {
  const top = path.parse(folder).root;
  const around = [path.dirname(folder), path.dirname(path.dirname(folder))].filter((root) => root !== top);

  /** Finds the file at `relative`, a path from one of the parent folders. */
  const findBeside = (root: string, relative: string): Promise<FoundFile> => {
    const [first = '', ...rest] = relative.split(path.sep);
    if (!PICTURE_FOLDER.test(first) || rest.length === 0) return Promise.resolve({ kind: 'outside' });
    return findInside(path.join(root, first), rest.join(path.sep));
  };
  const fromOwnFolder = (wanted: string, file: string): Promise<FoundFile> => {
    const target = path.resolve(folder, path.dirname(file), wanted);
    if (isInside(folder, target)) return findInside(folder, path.relative(folder, target));
    const root = around.find((each) => isInside(each, target));
    return root === undefined ? Promise.resolve({ kind: 'outside' }) : findBeside(root, path.relative(root, target));
  };
  return async (address, file) => {
    const wanted = pathOf(address);
    if (wanted === null) return { kind: 'none' };
    const tries = wanted.startsWith('/') ? [] : [() => fromOwnFolder(wanted, file)];
    const fromRoot = path.normalize(`${path.sep}${wanted}`).slice(1);
    tries.push(() => findInside(folder, fromRoot));
    if (PICTURE_FOLDER.test(fromRoot.split(path.sep)[0] ?? '')) {
      for (const root of around) tries.push(() => findBeside(root, fromRoot));
    }
    let isOutside = false;
    for (const find of tries) {
      const found = await find();
      if (found.kind === 'file') return found;
      isOutside ||= found.kind === 'outside';
    }
    return isOutside ? { kind: 'outside' } : { kind: 'none' };
  };
}

/** Whether an address can only mean a file next to the post: it names no other site and contains no data. */
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
