import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { PictureFinder } from './find-picture.ts';
import type { PictureLibrary, PictureNote } from './picture-library.ts';

/** A picture a post names and does not get. */
export interface LostPicture {
  file: string;
  address: string;
  /** Why it was refused; null for one that is not there. */
  reason: string | null;
}

/** Stores the pictures posts name. */
export interface PostPictures {
  /** The address under /uploads/ of the picture at `address`; null when it was not there or was refused. */
  addressOf(address: string, file: string, note: PictureNote): Promise<string | null>;
  readonly lost: LostPicture[];
}

/** The pictures the imported files name, brought into the library; what cannot be brought in is kept in `lost`. */
export function createPostPictures(find: PictureFinder, library: PictureLibrary): PostPictures {
  const lost = new Map<string, LostPicture>();
  const lose = (file: string, address: string, reason: string | null) => {
    lost.set(`${file}\n${address}`, { file, address, reason });
    return null;
  };
  return {
    async addressOf(address, file, note) {
      const found = await find(address, file);
      if (found.kind === 'none') return lose(file, address, null);
      if (found.kind === 'outside') return lose(file, address, 'It lies outside of the folders an import may read.');
      if (found.size > bodyLimits.picture) return lose(file, address, 'A picture may have 10 MB at the most.');
      try {
        return await library.addressOf(await readFile(found.path), { name: path.basename(found.path), ...note });
      } catch (error) {
        if (error instanceof AppError) return lose(file, address, error.message);
        throw error;
      }
    },
    get lost() {
      return [...lost.values()];
    },
  };
}
