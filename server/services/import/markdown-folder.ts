import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readPostSource, splitDatedName } from '#shared/content/front-matter/front-matter.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { readManifest } from '../export/export-manifest.ts';
import { findMarkdownFiles, LARGEST_FILE } from './find-files.ts';
import { createPictureFinder } from './find-picture.ts';
import type { SourceItem, SourceKind, SourcePost, UnreadPost } from './import-source.ts';
import { inOrder } from './in-order.ts';
import { findInside } from './safe-path.ts';
import { slugAsTyped, slugOfName } from './source-slug.ts';
import { templateNotes } from './template-tags.ts';

/** The number of files that are read at the same time. */
const READ_AHEAD = 4;

/** Markdown with front matter: from another site generator, or an export of ours. */
export const markdownFolder: SourceKind = {
  says: 'a folder of Markdown files with YAML front matter, with their pictures',
  async open(folder) {
    if (!(await stat(folder)).isDirectory()) return null;
    const manifest = await readManifest(folder);
    return {
      program: manifest ? 'Ninefold' : 'Markdown',
      siteUrl: null,
      posts: () => readFolder(folder, manifest !== null),
      items: nothingElse,
      findPicture: createPictureFinder(folder),
      manifest,
      close: async () => {},
    };
  },
};

async function* nothingElse(): AsyncGenerator<SourceItem> {}

async function* readFolder(folder: string, isExport: boolean): AsyncGenerator<SourcePost | UnreadPost> {
  const { files, refused } = await findMarkdownFiles(folder);
  for (const file of refused) yield { file, fault: new ImportFault('Is a link that leads out of the folder') };
  const read = (file: string) => readPostFile(folder, file, isExport).catch((error: unknown) => unread(file, error));
  for await (const [, post] of inOrder(files, READ_AHEAD, read)) yield post;
}

/** A fault of a file is reported; an error of the disk or the program ends the import. */
function unread(file: string, error: unknown): UnreadPost {
  if (error instanceof ImportFault) return { file, fault: error };
  throw error;
}

/** Reads one file. Throws ImportFault when it is not a post that we can read. */
async function readPostFile(folder: string, file: string, isExport: boolean): Promise<SourcePost> {
  const found = await findInside(folder, file);
  if (found.kind !== 'file') throw new ImportFault('Cannot be read');
  if (found.size > LARGEST_FILE) throw new ImportFault('Is larger than a post can be');
  const source = readPostSource(decode(await readFile(found.path)));
  const name = path.posix.basename(file).replace(/\.[^.]*$/, '');
  // With other generators a post may be a folder with an index.md.
  const named = splitDatedName(name === 'index' ? path.posix.basename(path.posix.dirname(file)) : name);
  const slug = source.front.slug?.trim() ? slugAsTyped(source.front.slug) : slugOfName(named.rest);
  // Our own files contain their date, or have none.
  const date = source.front.date ?? (isExport ? null : named.date);
  const notes = isExport ? [] : templateNotes(source.body, source.front.image ?? undefined);
  const oldAddresses = isExport ? [] : source.front.oldaddresses;
  return { ...source, file, date, sourceSlug: slug || slugOfName(source.front.title), oldAddresses, notes };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ImportFault('Is not text in UTF-8', null, { cause });
  }
}
