import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { type FoundFile, findInside } from '../safe-path.ts';
import { type FilePlace, MOST_FILES, type PlacedFile, type RefusedFile, sortedFiles } from './file-place.ts';
import { openArchives } from './zip-place.ts';

/** The greatest depth of nested folders. */
const DEEPEST = 30;

/**
 * Opens a folder and everything below it; names that begin with a dot, and links that lead out of it, are not read. Its
 * archives are opened.
 */
export async function openFolderPlace(folder: string): Promise<FilePlace> {
  return openFiles(folder, folder, await walk(folder, ['']));
}

/** Opens a file, with the pictures next to it in a folder or an archive whose name is usual for pictures. */
export async function openFileBesides(file: string): Promise<FilePlace> {
  const folder = path.dirname(file);
  const stem = path.basename(file).replace(/\.[^.]*$/, '');
  const isPictures = (name: string) => /^(?:wp-content|uploads|content|images|media)(?:\.zip)?$/i.test(name);
  const beside = (await readdir(folder, { withFileTypes: true })).filter(
    ({ name }) => isPictures(name) || name === stem || name === `${stem}.zip`,
  );
  const found = await walk(
    folder,
    beside.filter((entry) => entry.isDirectory()).map(({ name }) => name),
  );
  for (const entry of beside) if (entry.isFile()) found.files.push(await placed(folder, entry.name));
  found.files.push(await placed(folder, path.basename(file)));
  return openFiles(file, folder, found);
}

interface Found {
  files: PlacedFile[];
  refused: RefusedFile[];
}

async function openFiles(given: string, folder: string, { files, refused }: Found): Promise<FilePlace> {
  const isArchive = ({ name }: PlacedFile) => /\.zip$/i.test(name);
  const archives = files.filter(isArchive);
  const opened: Omit<FilePlace, 'path'>[] = [];
  for (const { name } of archives) {
    try {
      opened.push(await openArchives([{ prefix: `${name}/`, file: path.join(folder, name) }], false));
    } catch (error) {
      if (!(error instanceof ImportFault)) throw error;
      refused.push({ name, why: error.message });
    }
  }
  const inArchive = (name: string) => opened.find((archive) => archive.files.some((file) => file.name === name));
  const plain = files.filter((file) => !isArchive(file));
  const names = new Set(plain.map(({ name }) => name));
  const fileOf = async (name: string): Promise<FoundFile> =>
    names.has(name) ? findInside(folder, name) : ((await inArchive(name)?.fileOf(name)) ?? { kind: 'none' });
  return {
    path: given,
    files: sortedFiles([...plain, ...opened.flatMap((archive) => archive.files)]),
    refused: sortedFiles([...refused, ...opened.flatMap((archive) => archive.refused)]),
    async stream(name) {
      const archive = names.has(name) ? undefined : inArchive(name);
      if (archive) return archive.stream(name);
      const found = await fileOf(name);
      if (found.kind !== 'file') throw new ImportFault(`${name} cannot be read`);
      return createReadStream(found.path);
    },
    fileOf,
    async close() {
      for (const archive of opened) await archive.close();
    },
  };
}

async function placed(folder: string, name: string): Promise<PlacedFile> {
  return { name, size: (await stat(path.join(folder, name))).size };
}

async function walk(folder: string, starts: readonly string[]): Promise<Found> {
  const found: Found = { files: [], refused: [] };
  const visit = async (below: string, depth: number): Promise<void> => {
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (/^\.|^node_modules$|^__MACOSX$/.test(entry.name)) continue;
      if (entry.isDirectory()) {
        if (depth < DEEPEST) await visit(name, depth + 1);
      } else if (entry.isFile()) found.files.push(await placed(folder, name));
      else if (entry.isSymbolicLink()) found.refused.push({ name, why: 'Is a link to another file' });
      if (found.files.length > MOST_FILES) {
        throw new ImportFault(`The folder holds more than ${MOST_FILES} files, which is the most an import reads`);
      }
    }
  };
  for (const start of starts) await visit(start, 0);
  return found;
}
