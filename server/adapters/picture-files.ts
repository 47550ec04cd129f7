import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { OutputFile } from './picture-encoding.ts';
import type { StoredPicture } from './stored-picture.ts';

export interface PictureFiles {
  /**
   * Checks by content, re-encodes upright and without metadata, writes all files or none. `isAiMade`: a model has made it,
   * and what is served says so, as it does where the bytes say so themselves. `id`: 24 hex digits no other picture's name
   * begins with; new ones when absent.
   * @throws AppError `picture_refused` with what is wrong, `payload_too_large` over 10 MiB.
   */
  store(bytes: Buffer, options?: { isAiMade?: boolean; id?: string }): Promise<StoredPicture>;
  /** The bytes of a served file, by its name; null where it is gone. */
  read(name: string): Promise<Buffer | null>;
  /** Deletes every file of a picture; one that is gone already is no error. */
  remove(picture: Pick<StoredPicture, 'filename' | 'srcset' | 'shareFilename' | 'originalFilename'>): Promise<void>;
  /** Folder whose files are served under /uploads/. */
  readonly folder: string;
  readonly originals: string;
  /** Folder of what is served in the place of WebP to browsers that take AVIF; all of it can be made again. */
  readonly avif: string;
}

async function writeAll(folder: string, files: OutputFile[]): Promise<void> {
  const written: string[] = [];
  try {
    for (const file of files) {
      const target = path.join(folder, file.name);
      const partial = `${target}.partial`;
      written.push(partial, target);
      await writeFile(partial, file.bytes, { flush: true });
      await rename(partial, target);
    }
  } catch (error) {
    await Promise.all(written.map((name) => rm(name, { force: true })));
    throw error;
  }
}

/** Names of all files a stored picture has in the served folder. */
export function servedFiles(picture: Pick<StoredPicture, 'filename' | 'srcset' | 'shareFilename'>): string[] {
  const copies = [...picture.srcset.matchAll(/\/uploads\/(\S+)/g)].map((match) => match[1] ?? '');
  return [picture.filename, ...copies, picture.shareFilename];
}

/** What the AVIF of a WebP of ours is called. */
export function avifName(webp: string): string {
  return webp.replace(/\.webp$/, '.avif');
}

/** Pictures under `dataDir`/uploads, their originals (never served, in backups) under `dataDir`/originals. */
export function createPictureFiles(dataDir: string): PictureFiles {
  const folder = path.join(dataDir, 'uploads');
  const originals = path.join(dataDir, 'originals');
  const avif = path.join(dataDir, 'avif');
  return {
    folder,
    originals,
    avif,
    async store(bytes, options) {
      if (bytes.length > bodyLimits.picture)
        throw new AppError('payload_too_large', { message: 'A picture may have 10 MB at the most.' });
      // A name of our own making: nothing of the uploader's reaches the disk or an address.
      const id = options?.id ?? randomBytes(12).toString('hex');
      // The codecs take their memory when the first picture comes, not at every start.
      const { encodePicture } = await import('./picture-encoding.ts');
      const { files, picture, extension } = await encodePicture(bytes, id, options).catch((cause: unknown) => {
        if (cause instanceof AppError) throw cause;
        throw new AppError('picture_refused', { message: 'This picture is damaged and cannot be read.', cause });
      });
      await Promise.all([mkdir(folder, { recursive: true }), mkdir(originals, { recursive: true })]);
      const originalFilename = `${id}.${extension}`;
      await writeAll(originals, [{ name: originalFilename, bytes }]);
      await writeAll(folder, files).catch(async (error: unknown) => {
        await rm(path.join(originals, originalFilename), { force: true });
        throw error;
      });
      return { ...picture, originalFilename };
    },
    read: (name) =>
      readFile(path.join(folder, path.basename(name))).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async remove(picture) {
      const names = servedFiles(picture);
      const files = [
        ...names.map((name) => path.join(folder, name)),
        ...names.map((name) => path.join(avif, avifName(name))),
        path.join(originals, picture.originalFilename),
      ];
      await Promise.all(files.map((name) => rm(name, { force: true })));
    },
  };
}
