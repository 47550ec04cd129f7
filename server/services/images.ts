import type { DiskReserve } from '#server/adapters/disk-reserve.ts';
import type { PictureFiles } from '#server/adapters/picture-files.ts';
import type { StoredPicture } from '#server/adapters/stored-picture.ts';
import type { Executor } from '#server/db/transaction.ts';
import { deleteImage, findImageByName, insertImage, listImages, updateImage } from '#server/repositories/images.ts';
import type { Page, Paging } from '#server/repositories/paging.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { Image, updateImage as updateEndpoint } from '#shared/contract/images.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Events } from './events/site-events.ts';

export interface ImageService {
  /** Newest first, each with the posts that show it. */
  list(paging: Paging): Promise<Page<Image>>;
  /**
   * Stores a picture: its files and its row, or neither. `isAiMade`: a model has made it, and its files say so. Throws AppError `picture_refused`, `payload_too_large`.
   */
  add(bytes: Buffer, options?: { isAiMade?: boolean }): Promise<Image>;
  /** Throws AppError `not_found`. */
  update(filename: string, changes: BodyOf<typeof updateEndpoint>): Promise<Image>;
  /** Deletes the picture of that file name or id, used or not. Throws AppError `not_found`. */
  remove(name: string): Promise<void>;
}

interface ImageOptions {
  db: Executor;
  clock: Clock;
  files: PictureFiles;
  reserve: DiskReserve;
  /** Told of a picture that was stored, and of one that is gone: posts may show it. */
  tell: Events['tell'];
  /** Told of files that could not be deleted; they are swept at the next start. */
  onFileError: (error: unknown) => void;
}

export function createImageService({ db, clock, files, reserve, tell, onFileError }: ImageOptions): ImageService {
  const removeFiles = (picture: StoredPicture) => files.remove(picture).catch(onFileError);
  return {
    list: (paging) => listImages(db, paging),
    async add(bytes, options) {
      const picture = await files.store(bytes, options);
      try {
        const image = await insertImage(db, picture, { now: clock.now() });
        tell({ type: 'picture-stored', id: image.id });
        return image;
      } catch (error) {
        await removeFiles(picture);
        throw error;
      }
    },
    update: (filename, changes) => updateImage(db, filename, changes),
    async remove(name) {
      const image = await findImageByName(db, name);
      if (!image) throw new AppError('not_found');
      await reserve.forDeletion(async () => {
        // The row first: a picture nobody can see any more does less harm than one whose file is gone.
        const picture = await deleteImage(db, image.filename);
        tell({ type: 'site-changed', what: 'picture', ids: [image.id], postIds: image.usedBy });
        await removeFiles(picture);
      });
    },
  };
}
