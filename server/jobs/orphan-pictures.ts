import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type PictureFiles, servedFiles } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { allPictureFiles } from '#server/repositories/images.ts';

/** Names of our own making (picture-files.ts), finished or not. What somebody else put there is theirs. */
const OWN_NAME = /^[0-9a-f]{24}(-\d+|-share)?\.[a-z0-9]+(\.partial)?$/;

interface PictureSweep {
  /** Files that were deleted, by name. */
  removed: string[];
  /** Pictures whose rows name files that are not there, by file name. */
  missing: string[];
}

/**
 * Compares the stored pictures with the disk: deletes files no row names (an upload that was cut short by the end of
 * the process, a delete that could not finish) and names the rows whose files are gone. What was written at `before`
 * (milliseconds since 1970) or later is left alone: its row may be on its way.
 */
export async function sweepPictures(
  db: Executor,
  files: Pick<PictureFiles, 'folder' | 'originals'>,
  before: number,
): Promise<PictureSweep> {
  const served = await namesIn(files.folder);
  const originals = await namesIn(files.originals);
  // Read after the folders: what is stored meanwhile has a row, and is not among the names.
  const pictures = await allPictureFiles(db);
  const wantedServed = new Set(pictures.flatMap(servedFiles));
  const wantedOriginals = new Set(pictures.map((picture) => picture.originalFilename));
  const removed = [
    ...(await removeOld(files.folder, served, wantedServed, before)),
    ...(await removeOld(files.originals, originals, wantedOriginals, before)),
  ];
  const present = new Set(served);
  const missing = pictures.filter((picture) => servedFiles(picture).some((name) => !present.has(name)));
  return { removed, missing: missing.map((picture) => picture.filename) };
}

const namesIn = (folder: string) => ifThere(readdir(folder), []);

/** What a look at the disk gives, or `otherwise` where there is nothing (any more). */
async function ifThere<T>(look: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise;
    throw error;
  }
}

async function removeOld(folder: string, names: string[], wanted: Set<string>, before: number): Promise<string[]> {
  const removed: string[] = [];
  for (const name of names) {
    if (wanted.has(name) || !OWN_NAME.test(name)) continue;
    const file = path.join(folder, name);
    const info = await ifThere(stat(file), null);
    if (info === null || info.mtimeMs >= before) continue;
    await rm(file, { force: true });
    removed.push(name);
  }
  return removed;
}
