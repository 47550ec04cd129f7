import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { splitDatedName } from '#shared/content/front-matter/file-dates.ts';
import { type PostSource, readPostSource } from '#shared/content/front-matter/front-matter.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { isReservedSlug, uniqueSlug } from '#shared/content/slug.ts';
import { LARGEST_FILE } from './find-files.ts';
import { findInside } from './safe-path.ts';
import { slugAsTyped, slugOfName } from './source-slug.ts';

/** A file of the import: its front matter, its text, and what they and its name say of its address. */
export interface PostFile extends PostSource {
  /** Path from the folder. */
  file: string;
  /** Milliseconds since 1970; null when neither front matter nor name has a date. */
  date: number | null;
  /** The slug its file name or front matter gives. */
  sourceSlug: string;
}

/** Reads one file. Throws ImportFault when it is no post we can read. */
export async function readPostFile(folder: string, file: string, isExport: boolean): Promise<PostFile> {
  const found = await findInside(folder, file);
  if (found.kind !== 'file') throw new ImportFault('Cannot be read');
  if (found.size > LARGEST_FILE) throw new ImportFault('Is larger than a post can be');
  const source = readPostSource(decode(await readFile(found.path)));
  const name = path.posix.basename(file).replace(/\.[^.]*$/, '');
  // A post of other generators may be a folder with an index.md.
  const named = splitDatedName(name === 'index' ? path.posix.basename(path.posix.dirname(file)) : name);
  const slug = source.front.slug?.trim() ? slugAsTyped(source.front.slug) : slugOfName(named.rest);
  // Our own files say their date, or have none.
  const date = source.front.date ?? (isExport ? null : named.date);
  return { ...source, file, date, sourceSlug: slug || slugOfName(source.front.title) };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ImportFault('Is not text in UTF-8', null, { cause });
  }
}

/**
 * Gives each post the slug it will have: its own, numbered where an earlier file has the same or a page of ours is
 * called so. The same files in the same order get the same slugs.
 */
export function createSlugGiver(): (sourceSlug: string) => string {
  const given = new Set<string>();
  return (sourceSlug) => {
    const isFree = sourceSlug !== '' && !given.has(sourceSlug) && !isReservedSlug(sourceSlug);
    const slug = isFree ? sourceSlug : uniqueSlug(sourceSlug, (candidate) => given.has(candidate));
    given.add(slug);
    return slug;
  };
}
