import type { Executor } from '#server/db/transaction.ts';

/**
 * The pictures outside the bin whose uploaded file had this SHA-256 (hex), oldest first: the same file may have been
 * uploaded twice.
 */
export async function picturesByHash(ex: Executor, sha256: string): Promise<{ filename: string; alt: string }[]> {
  return ex
    .selectFrom('images')
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['filename', 'alt'])
    .execute();
}

/** The pictures whose hash is not known yet, with the name of the uploaded file in DATA_DIR/originals. */
export async function picturesWithoutHash(ex: Executor): Promise<{ filename: string; originalFilename: string }[]> {
  return ex
    .selectFrom('images')
    .where('sha256', 'is', null)
    .where('deleted_at', 'is', null)
    .select(['filename', 'original_filename as originalFilename'])
    .execute();
}

/** Stores the SHA-256 (hex) of a picture's uploaded file. */
export async function setPictureHash(ex: Executor, filename: string, sha256: string): Promise<void> {
  await ex.updateTable('images').set({ sha256 }).where('filename', '=', filename).execute();
}
