import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { PICTURE_DAMAGED, PICTURE_TOO_LARGE } from '#shared/kernel/picture-types.ts';
import type { SiteBlobs } from './blobs/site-blobs.ts';
import type { EncodePicture } from './picture-encoding.ts';
import type { StoredPicture } from './stored-picture.ts';

export interface PictureFiles {
  /**
   * Checks by content, re-encodes upright and without metadata, stores all files or none. `isAiMade`: a model has made it,
   * and what is served says so, as it does where the bytes say so themselves. `id`: 24 hex digits no other picture's name
   * begins with; new ones when absent.
   * @throws AppError `picture_refused` with what is wrong, `payload_too_large` over 10 MiB; BlobFault as the store does.
   */
  store(bytes: Buffer, options?: { isAiMade?: boolean; id?: string }): Promise<StoredPicture>;
  /** The bytes of a served file, by its name; null where it is gone. */
  read(name: string): Promise<Buffer | null>;
  /** Deletes every file of a picture; one that is gone already is no error. */
  remove(picture: Pick<StoredPicture, 'filename' | 'srcset' | 'shareFilename' | 'originalFilename'>): Promise<void>;
  /** In which all of them are, by {@link uploadKey}, {@link originalKey} and {@link avifKey}. */
  readonly blobs: SiteBlobs;
}

/** Folders of the store: what is served under /uploads/; the files as they came, never served; what can be made again. */
export const UPLOADS_FOLDER = 'uploads';
export const ORIGINALS_FOLDER = 'originals';
export const AVIF_FOLDER = 'avif';

export const uploadKey = (name: string) => `${UPLOADS_FOLDER}/${name}`;
export const originalKey = (name: string) => `${ORIGINALS_FOLDER}/${name}`;
/** What is served in the place of a WebP, which it is named after, to browsers that take AVIF. */
export const avifKey = (name: string) => `${AVIF_FOLDER}/${name}`;

/** Names of all files a stored picture has among those that are served. */
export function servedFiles(picture: Pick<StoredPicture, 'filename' | 'srcset' | 'shareFilename'>): string[] {
  const copies = [...picture.srcset.matchAll(/\/uploads\/(\S+)/g)].map((match) => match[1] ?? '');
  return [picture.filename, ...copies, picture.shareFilename];
}

/** What the AVIF of a WebP of ours is called. */
export function avifName(webp: string): string {
  return webp.replace(/\.webp$/, '.avif');
}

/** Makes an upload into pictures in this process; its codecs take their memory when the first picture comes. */
export const encodeHere: EncodePicture = async (...upload) => {
  const { encodePicture } = await import('./picture-encoding.ts');
  return encodePicture(...upload);
};

/** The files of pictures, in the blobs of a site; originals are in backups and never served. */
export function createPictureFiles(blobs: SiteBlobs, encode: EncodePicture = encodeHere): PictureFiles {
  const putAll = async (files: readonly { key: string; bytes: Buffer }[]) => {
    const results = await Promise.allSettled(files.map(({ key, bytes }) => blobs.put(key, bytes)));
    const failed = results.find((each) => each.status === 'rejected');
    if (!failed) return;
    // What cannot be deleted either is swept at the next start; why it failed is what is told.
    await blobs.remove(files.map(({ key }) => key)).catch(() => undefined);
    throw failed.reason;
  };
  return {
    blobs,
    async store(bytes, options) {
      if (bytes.length > bodyLimits.picture) throw new AppError('payload_too_large', { message: PICTURE_TOO_LARGE });
      // A name of our own making: nothing of the uploader's reaches the disk or an address.
      const id = options?.id ?? randomBytes(12).toString('hex');
      const { files, picture, extension } = await encode(bytes, id, options).catch((cause: unknown) => {
        if (cause instanceof AppError) throw cause;
        throw new AppError('picture_refused', { message: PICTURE_DAMAGED, cause });
      });
      const originalFilename = `${id}.${extension}`;
      const served = files.map((file) => ({ key: uploadKey(file.name), bytes: file.bytes }));
      await putAll([{ key: originalKey(originalFilename), bytes }, ...served]);
      return { ...picture, originalFilename };
    },
    read: (name) =>
      blobs.borrow([uploadKey(path.basename(name))], async (file) => (file === null ? null : readFile(file))),
    async remove(picture) {
      const names = servedFiles(picture);
      await blobs.remove([
        ...names.map(uploadKey),
        ...names.map((name) => avifKey(avifName(name))),
        originalKey(picture.originalFilename),
      ]);
    },
  };
}
