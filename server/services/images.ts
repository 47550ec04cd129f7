import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DiskReserve } from '#server/adapters/disk-reserve.ts';
import type { PictureFiles } from '#server/adapters/picture-files.ts';
import type { StoredPicture } from '#server/adapters/stored-picture.ts';
import { flushed } from '#server/db/flushed.ts';
import type { Executor } from '#server/db/transaction.ts';
import { storeAnswer } from '#server/repositories/idempotency-keys.ts';
import { binImage, binned, purgeImage, undeleteImage } from '#server/repositories/image-bin.ts';
import {
  findImage,
  findImageByName,
  type ImageFilter,
  insertImage,
  listImages,
  updateImage,
} from '#server/repositories/images.ts';
import type { Page, Paging } from '#server/repositories/paging.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import {
  type Image,
  image as imageSchema,
  type updateImage as updateEndpoint,
  uploadImage,
} from '#shared/contract/images.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ContentService } from './content.ts';
import type { Events } from './events/site-events.ts';
import type { Idempotency } from './idempotency.ts';
import { createImageReplacement } from './image-replacement.ts';
import type { LongWrites } from './long-writes.ts';

export interface ImageService {
  /** Lists pictures, each with the posts that show it. */
  list(request: ImageFilter & Paging): Promise<Page<Image>>;
  /**
   * Stores a picture: its files and its row, or neither. `isAiMade`: a model has made the picture, and its files say
   * so. `name` is the name of the uploaded file, `key` the caller's Idempotency-Key: the same file is stored once for a
   * key. Throws AppError `picture_refused`, `payload_too_large`, `idempotency_mismatch`.
   */
  add(bytes: Buffer, options?: { isAiMade?: boolean; name?: string; key?: string | undefined }): Promise<Image>;
  /**
   * Replaces a picture's file by another one, of any type, with a new address: all posts that show the old file are
   * changed at once, and the old file goes to the bin. Throws AppError `not_found`, `post_conflict` when posts are
   * saved faster than they can be changed, and whatever `add` and a change of a post throw.
   */
  replace(filename: string, bytes: Buffer, options?: { name?: string }): Promise<Image>;
  /** Throws AppError `not_found`. */
  update(filename: string, changes: BodyOf<typeof updateEndpoint>): Promise<Image>;
  /**
   * Moves the picture with that file name or id to the bin, used or not; its address redirects to the picture
   * `replacedBy` if one is named. Throws AppError `not_found`.
   */
  remove(name: string, replacedBy?: number): Promise<void>;
  /** Takes a picture out of the bin. Throws AppError `not_found`. */
  undelete(name: string): Promise<Image>;
  /** Deletes a picture in the bin for good. Throws AppError `not_found`. */
  purge(name: string): Promise<void>;
  /**
   * Deletes for good all pictures that went into the bin before `before` (milliseconds since 1970), or all in the bin.
   * Stops early when `isStopped` returns true.
   */
  emptyBin(options?: { before?: number | null; isStopped?: () => boolean }): Promise<void>;
}

export interface ImageOptions {
  db: Executor;
  clock: Clock;
  files: PictureFiles;
  reserve: DiskReserve;
  content: Pick<ContentService, 'render'>;
  longWrites: LongWrites;
  idempotency: Idempotency;
  /** Called when a picture was stored, and when a picture appeared or disappeared that posts may show. */
  tell: Events['tell'];
  /** Called after posts were written. */
  tellPosts: Events['tellPosts'];
  /** Called for files that could not be deleted; the next start deletes them. */
  onFileError: (error: unknown) => void;
}

export function createImageService(options: ImageOptions): ImageService {
  const { db, clock, files, reserve, idempotency, tell, onFileError } = options;
  const removeFiles = (picture: StoredPicture) => files.remove(picture).catch(onFileError);
  const changed = (image: Image) =>
    tell({ type: 'site-changed', what: 'picture', ids: [image.id], postIds: image.usedBy });
  const named = async (name: string, where?: { bin: boolean }): Promise<Image> => {
    const image = await findImageByName(db, name, where);
    if (!image) throw new AppError('not_found');
    return image;
  };
  const purge = (filename: string) => reserve.forDeletion(async () => removeFiles(await purgeRow(db, filename)));
  return {
    list: (request) => listImages(db, request),
    add: (bytes, { name, key, ...stored } = {}) =>
      idempotency.once({
        call: uploadImage.name,
        key,
        body: key === undefined ? null : { name, file: createHash('sha256').update(bytes).digest('hex') },
        parse: imageSchema.parse,
        async run(once) {
          const picture = await files.store(bytes, stored);
          try {
            const now = clock.now();
            const insert = (ex: Executor) => insertImage(ex, picture, { now, name });
            const image = await (once ? storeAnswer(db, once, insert, now) : insert(db));
            tell({ type: 'picture-stored', id: image.id });
            return image;
          } catch (error) {
            await removeFiles(picture);
            throw error;
          }
        },
      }),
    async replace(filename, bytes, { name = '' } = {}) {
      const before = await named(filename);
      const picture = await files.store(bytes);
      try {
        const image = await createImageReplacement(options)(before, picture, name);
        changed(image);
        await options.tellPosts();
        return image;
      } catch (error) {
        // A write that took too long may still have succeeded.
        if (!(await findImage(db, picture.filename))) await removeFiles(picture);
        throw error;
      }
    },
    async update(filename, changes) {
      const image = await updateImage(db, filename, changes, clock.now());
      if (changes.focus !== undefined) changed(image);
      return image;
    },
    async remove(name, replacedBy) {
      const image = await named(name);
      await reserve.forDeletion(() => binImage(db, image.filename, clock.now(), replacedBy));
      changed(image);
    },
    async undelete(name) {
      const image = await undeleteImage(db, (await named(name, { bin: true })).filename, clock.now());
      changed(image);
      return image;
    },
    purge: async (name) => purge((await named(name, { bin: true })).filename),
    async emptyBin({ before = null, isStopped = () => false } = {}) {
      for (const filename of await binned(db, before)) {
        if (isStopped()) return;
        // The picture may have been taken out of the bin meanwhile.
        await purge(filename).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
        await nextTurn();
      }
    },
  };
}

/**
 * Deletes a picture's row for good, before its files: a picture that nobody can see any more does less harm than a
 * picture whose file is gone.
 */
async function purgeRow(db: Executor, filename: string): Promise<StoredPicture> {
  const picture = await purgeImage(db, filename);
  await flushed(db);
  return picture;
}
