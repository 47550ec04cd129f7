import type { Executor } from '#server/db/transaction.ts';
import type { PictureRecord } from './images.ts';

/** The files of every stored picture, the oldest first: for comparing with the disk. */
export async function allPictureFiles(
  ex: Executor,
): Promise<Pick<PictureRecord, 'filename' | 'srcset' | 'shareFilename' | 'originalFilename'>[]> {
  return ex
    .selectFrom('images')
    .orderBy('id')
    .select(['filename', 'srcset', 'share_filename as shareFilename', 'original_filename as originalFilename'])
    .execute();
}
