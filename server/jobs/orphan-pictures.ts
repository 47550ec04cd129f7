import { keyIn } from '#server/adapters/blobs/blob-key.ts';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { ORIGINALS_FOLDER, servedFiles, UPLOADS_FOLDER } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { allPictureFiles } from '#server/repositories/images.ts';

/** Names of our own making (picture-files.ts). What somebody else put there is theirs. */
const OWN_NAME = /^[0-9a-f]{24}(-\d+|-share)?\.[a-z0-9]+$/;

interface PictureSweep {
  /** Files that were deleted, by name. */
  removed: string[];
  /** Pictures whose rows name files that are not there, by file name. */
  missing: string[];
}

/**
 * Compares the stored pictures with what is in the store: deletes files no row names (an upload that was cut short by the
 * end of the process, a delete that could not finish) and names the rows whose files are gone. What was put at `before`
 * (milliseconds since 1970, by the store's clock) or later is left alone: its row may be on its way.
 */
export async function sweepPictures(db: Executor, store: BlobStore, before: number): Promise<PictureSweep> {
  const served = await store.names(UPLOADS_FOLDER);
  const originals = await store.names(ORIGINALS_FOLDER);
  // Read after the store: what is stored meanwhile has a row, and is not among the names.
  const pictures = await allPictureFiles(db);
  const wantedServed = new Set(pictures.flatMap(servedFiles));
  const wantedOriginals = new Set(pictures.map((picture) => picture.originalFilename));
  const removed: string[] = [];
  const remove = async (folder: string, names: string[], wanted: Set<string>) => {
    for (const name of names) {
      if (wanted.has(name) || !OWN_NAME.test(name)) continue;
      const key = keyIn(folder, name);
      const head = await store.head(key);
      if (head === null || head.modified >= before) continue;
      await store.delete(key);
      removed.push(name);
    }
    const isOurs = (name: string) => OWN_NAME.test(name);
    removed.push(...(await store.dropUnfinished(folder, { before, isOurs })));
  };
  await remove(UPLOADS_FOLDER, served, wantedServed);
  await remove(ORIGINALS_FOLDER, originals, wantedOriginals);
  const present = new Set(served);
  const missing = pictures.filter((picture) => servedFiles(picture).some((name) => !present.has(name)));
  return { removed, missing: missing.map((picture) => picture.filename) };
}
