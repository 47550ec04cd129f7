import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Widths of the WebP copies in pixels; a smaller picture gets fewer and is never enlarged. */
const WIDTHS = [480, 960, 1600] as const;
const MAX_PIXELS = 60_000_000;
const MAX_FRAMES = 200;
/** What social networks ask for (design §6, Open Graph). */
const SHARE_SIZE = { width: 1200, height: 630 } as const;
const ACCEPTED = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/apng']);

/** A picture as stored. Sizes in pixels and bytes, `srcset` ready for the attribute. */
export interface StoredPicture {
  filename: string;
  width: number;
  height: number;
  /** Bytes of the fallback file. */
  size: number;
  srcset: string;
  /** JPEG of 1200 × 630 for share previews. */
  shareFilename: string;
  originalFilename: string;
}

export interface PictureFiles {
  /**
   * Checks by content, re-encodes upright and without metadata, writes all files or none.
   * @throws AppError `picture_refused` with what is wrong, `payload_too_large` over 10 MiB.
   */
  store(bytes: Buffer): Promise<StoredPicture>;
  /** Deletes every file of a picture; one that is gone already is no error. */
  remove(picture: Pick<StoredPicture, 'filename' | 'srcset' | 'shareFilename' | 'originalFilename'>): Promise<void>;
  /** Folder whose files are served under /uploads/. */
  readonly folder: string;
  readonly originals: string;
}

const refused = (message: string) => new AppError('picture_refused', { message });

async function inspect(
  bytes: Buffer,
): Promise<{ extension: string; isAnimated: boolean; width: number; height: number }> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !ACCEPTED.has(type.mime))
    throw refused('This is not a picture we can use. PNG, JPEG, GIF, WebP and AVIF are accepted.');
  const metadata = await sharp(bytes, { limitInputPixels: false, animated: true })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('picture_refused', { message: 'This picture is damaged and cannot be read.', cause });
    });
  const pages = metadata.pages ?? 1;
  const width = metadata.autoOrient.width;
  const height = metadata.pageHeight ?? metadata.autoOrient.height;
  if (pages > MAX_FRAMES) throw refused(`This animation has ${pages} frames; ${MAX_FRAMES} is the most we take.`);
  if (width * height * pages > MAX_PIXELS)
    throw refused('This picture has more than 60 megapixels. Make it smaller and try again.');
  return { extension: type.ext, isAnimated: pages > 1, width, height };
}

function widthsFor(width: number): number[] {
  const smaller = WIDTHS.filter((candidate) => candidate < width);
  const largest = Math.min(width, WIDTHS[WIDTHS.length - 1] ?? width);
  return [...new Set([...smaller, largest])];
}

interface OutputFile {
  name: string;
  bytes: Buffer;
}

async function encode(
  bytes: Buffer,
  id: string,
): Promise<{ files: OutputFile[]; picture: Omit<StoredPicture, 'originalFilename'>; extension: string }> {
  const { extension, isAnimated, width, height } = await inspect(bytes);
  const open = () => sharp(bytes, { animated: isAnimated, limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  const { hasAlpha } = await sharp(bytes).metadata();
  const largest = Math.min(width, 1600);
  const fallback = open().resize({ width: largest, withoutEnlargement: true });
  const [fallbackExtension, encoded] = isAnimated
    ? (['gif', fallback.gif()] as const)
    : hasAlpha
      ? (['png', fallback.png({ compressionLevel: 9, palette: false })] as const)
      : (['jpg', fallback.jpeg({ quality: 82, mozjpeg: true })] as const);
  const filename = `${id}.${fallbackExtension}`;
  const body = await encoded.toBuffer({ resolveWithObject: true });
  const files: OutputFile[] = [{ name: filename, bytes: body.data }];
  const sources: string[] = [];
  for (const target of widthsFor(width)) {
    const name = `${id}-${target}.webp`;
    files.push({
      name,
      bytes: await open().resize({ width: target, withoutEnlargement: true }).webp({ quality: 78 }).toBuffer(),
    });
    sources.push(`/uploads/${name} ${target}w`);
  }
  const shareFilename = `${id}-share.jpg`;
  const share = sharp(bytes, { limitInputPixels: MAX_PIXELS }).autoOrient().flatten({ background: '#fbfaf7' });
  files.push({
    name: shareFilename,
    bytes: await share
      .resize({ ...SHARE_SIZE, fit: 'cover' })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer(),
  });
  return {
    files,
    extension,
    picture: {
      filename,
      width: largest,
      height: Math.max(1, Math.round((height * largest) / width)),
      size: body.data.length,
      srcset: sources.join(', '),
      shareFilename,
    },
  };
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

/** Pictures under `dataDir`/uploads, their originals (never served, in backups) under `dataDir`/originals (design §6). */
export function createPictureFiles(dataDir: string): PictureFiles {
  const folder = path.join(dataDir, 'uploads');
  const originals = path.join(dataDir, 'originals');
  return {
    folder,
    originals,
    async store(bytes) {
      if (bytes.length > bodyLimits.picture)
        throw new AppError('payload_too_large', { message: 'A picture may have 10 MB at the most.' });
      // A name of our own making: nothing of the uploader's reaches the disk or an address.
      const id = randomBytes(12).toString('hex');
      const { files, picture, extension } = await encode(bytes, id).catch((cause: unknown) => {
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
    async remove(picture) {
      const served = servedFiles(picture).map((name) => path.join(folder, name));
      await Promise.all(
        [...served, path.join(originals, picture.originalFilename)].map((name) => rm(name, { force: true })),
      );
    },
  };
}
