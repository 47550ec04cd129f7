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
   * Checks a picture by its content, re-encodes it upright and without metadata, and stores all files or none.
   * `isAiMade`: a model has made it; then the served files say so, as they do when the upload says so itself. `id`: 24
   * hex digits with which no other picture's name begins; new ones when absent.
   * @throws AppError `picture_refused` with the reason, `payload_too_large` over 10 MiB; BlobFault as the store does.
   */
  store(bytes: Buffer, options?: { isAiMade?: boolean; id?: string }): Promise<StoredPicture>;
  /** Returns the bytes of a served file, by its name; null when it is gone. */
  read(name: string): Promise<Buffer | null>;
  /** Deletes every file of a picture; a file that is gone already is no error. */
  remove(picture: Pick<StoredPicture, 'filename' | 'srcset' | 'shareFilename' | 'originalFilename'>): Promise<void>;
  /** The store of all the files, by {@link uploadKey}, {@link originalKey} and {@link avifKey}. */
  readonly blobs: SiteBlobs;
}

/**
 * The folders of the store: files that are served under /uploads/; the files as they were uploaded, never served; and
 * files that can be made again.
 */
export const UPLOADS_FOLDER = 'uploads';
export const ORIGINALS_FOLDER = 'originals';
export const AVIF_FOLDER = 'avif';

export const uploadKey = (name: string) => `${UPLOADS_FOLDER}/${name}`;
export const originalKey = (name: string) => `${ORIGINALS_FOLDER}/${name}`;
/**
 * The key of the AVIF that is served in the place of a WebP to browsers that support AVIF. It is named after the WebP.
 */
export const avifKey = (name: string) => `${AVIF_FOLDER}/${name}`;

/** Returns the names of all served files of a stored picture. */
export function servedFiles(picture: Pick<StoredPicture, 'filename' | 'srcset' | 'shareFilename'>): string[] {
  const copies = [...picture.srcset.matchAll(/\/uploads\/(\S+)/g)].map((match) => match[1] ?? '');
  return [picture.filename, ...copies, picture.shareFilename];
}

/** Returns the name of the AVIF of one of our WebP files. */
export function avifName(webp: string): string {
  return webp.replace(/\.webp$/, '.avif');
}

/** Makes pictures from an upload in this process; the codecs take their memory when the first picture comes. */
export const encodeHere: EncodePicture = async (...upload) => {
  const { encodePicture } = await import('./picture-encoding.ts');
  return encodePicture(...upload);
};

/** Creates the files of pictures, in the blobs of a site; originals are in backups and never served. */
export function createPictureFiles(blobs: SiteBlobs, encode: EncodePicture = encodeHere): PictureFiles {
  const putAll = async (files: readonly { key: string; bytes: Buffer }[]) => {
    const results = await Promise.allSettled(files.map(({ key, bytes }) => blobs.put(key, bytes)));
    const failed = results.find((each) => each.status === 'rejected');
    if (!failed) return;
    // A file that cannot be deleted now is swept at the next start; the reported error is the original failure.
    await blobs.remove(files.map(({ key }) => key)).catch(() => undefined);
    throw failed.reason;
  };
  return {
    blobs,
    async store(bytes, options) {
      if (bytes.length > bodyLimits.picture) throw new AppError('payload_too_large', { message: PICTURE_TOO_LARGE });
      // The name is our own: nothing from the uploader gets onto the disk or into an address.
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
