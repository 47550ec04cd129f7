import { stat } from 'node:fs/promises';
import type { SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import { avifKey, avifName, originalKey, uploadKey } from '#server/adapters/picture-files.ts';
import type { PictureProcess } from '#server/adapters/picture-process.ts';
import { FALLBACK_WIDTH, pictureCopies, WIDEST_COPY } from '#server/adapters/stored-picture.ts';
import type { Executor } from '#server/db/transaction.ts';
import { UPLOADS } from '#server/repositories/image-addresses.ts';
import { addCopy, type ListedPictureFiles } from '#server/repositories/images.ts';
import type { DerivedFile } from './derived-files.ts';

type Picture = Omit<ListedPictureFiles, 'shareFilename'>;

export interface WidestCopyOptions {
  db: Executor;
  blobs: Pick<SiteBlobs, 'borrow' | 'put' | 'remove'>;
  pictures: Pick<PictureProcess, 'make'>;
  /** Called when a picture has one more copy, with its id and the ids of the posts that show it. */
  onCopy: (id: number, postIds: readonly number[]) => void;
}

/**
 * The widest copy of a picture that was stored before there were such copies, for pictures that may have enough pixels.
 * The copy is listed under the name of its AVIF file: an empty AVIF file means that the picture has no such copy; if it
 * has one, the AVIF is wanted like that of any other width, when the picture is checked again.
 */
export function widestCopyOf(picture: Picture, { db, blobs, pictures, onCopy }: WidestCopyOptions): DerivedFile | null {
  const { id, filename, width, srcset, originalFilename } = picture;
  const copies = pictureCopies(srcset);
  const last = copies.at(-1);
  const isAnimated = filename.endsWith('.gif');
  if (!last || isAnimated || width < FALLBACK_WIDTH || last.width > FALLBACK_WIDTH) return null;
  const copy = last.name.replace(`-${last.width}.`, `-${WIDEST_COPY}.`);
  const name = avifName(copy);
  const make = async () => {
    let isThere = false;
    const [originalName, webpName] = [originalKey(originalFilename), uploadKey(last.name)];
    await blobs.put(uploadKey(copy), {
      make: (file) =>
        blobs.borrow([originalName], (original) =>
          blobs.borrow([webpName], async (webp) => {
            if (original === null || webp === null)
              throw new Error(`${original === null ? originalName : webpName} is not there`);
            await pictures.make({ what: 'widest', original, webp, file });
            isThere = (await stat(file)).size > 0;
          }),
        ),
    });
    const postIds = isThere ? await addCopy(db, picture, `${UPLOADS}${copy} ${WIDEST_COPY}w`) : null;
    if (postIds === null) await blobs.remove([uploadKey(copy)]);
    else onCopy(id, postIds);
    if (!isThere) await blobs.put(avifKey(name), Buffer.alloc(0));
  };
  return { name, make };
}
