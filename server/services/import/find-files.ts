import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { findInside } from './safe-path.ts';

/** The largest size of a Markdown file in bytes; a post may have a million characters. */
export const LARGEST_FILE = 4 * 1024 * 1024;

interface MarkdownFiles {
  /** Paths relative to the folder, with slashes, in the order of their names. */
  files: string[];
  /** Symbolic links that lead out of the folder; they are not read. */
  refused: string[];
}

/** The Markdown files of a folder and its subfolders; names that begin with a dot or an underscore are skipped. */
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
