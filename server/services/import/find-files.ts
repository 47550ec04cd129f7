import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { findInside } from './safe-path.ts';

/** Bytes of a Markdown file at most; a post may have a million characters. */
export const LARGEST_FILE = 4 * 1024 * 1024;

interface MarkdownFiles {
  /** Paths from the folder, with slashes, in the order of their names. */
  files: string[];
  /** Symbolic links that lead out of the folder; they are not read. */
  refused: string[];
}

/** The Markdown files of a folder and those below it; what begins with a dot or an underscore is no post's. */
export async function findMarkdownFiles(folder: string): Promise<MarkdownFiles> {
  const found: MarkdownFiles = { files: [], refused: [] };
  const visit = async (below: string): Promise<void> => {
    const entries = await readdir(path.join(folder, below), { withFileTypes: true });
    for (const entry of entries) {
      const file = below === '' ? entry.name : `${below}/${entry.name}`;
      if (/^[._]|^node_modules$/.test(entry.name) && !(entry.isDirectory() && entry.name === '_posts')) continue;
      if (entry.isDirectory()) await visit(file);
      else if (/\.(?:md|markdown)$/i.test(entry.name)) {
        const isReadable = entry.isFile() || (await findInside(folder, file)).kind === 'file';
        (isReadable ? found.files : found.refused).push(file);
      }
    }
  };
  await visit('');
  found.files.sort();
  return found;
}
