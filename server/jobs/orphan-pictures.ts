import { keyIn } from '#server/adapters/blobs/blob-key.ts';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { ORIGINALS_FOLDER, servedFiles, UPLOADS_FOLDER } from '#server/adapters/picture-files.ts';
import { flushed } from '#server/db/flushed.ts';
import type { Executor } from '#server/db/transaction.ts';
import { allPictureFiles } from '#server/repositories/images.ts';

/** The names that Ninefold gives (picture-files.ts). A file with another name belongs to somebody else. */
const OWN_NAME = /^[0-9a-f]{24}(-\d+|-share)?\.[a-z0-9]+$/;

interface PictureSweep {
  /** The names of the files that were deleted. */
  removed: string[];
  /** The file names of the pictures whose rows name files that do not exist. */
  missing: string[];
}

/**
 * Compares the rows of pictures with the files in the store: deletes files that no row names (left by an upload that
 * was cut off by the end of the process, or by a delete that could not finish), and returns the pictures whose files
 * are gone. Files stored at `before` (milliseconds since 1970, by the store's clock) or later are left alone: their row
 * may still follow.
 */
export async function sweepPictures(db: Executor, store: BlobStore, before: number): Promise<PictureSweep> {
  const served = await store.names(UPLOADS_FOLDER);
  const originals = await store.names(ORIGINALS_FOLDER);
  // Read after the store: a picture stored in the meantime has a row, and its files are not among the names.
  const pictures = await allPictureFiles(db);
  await flushed(db);
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
