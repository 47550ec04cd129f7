import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { FetchedPicture } from './fetch-picture.ts';
import type { PictureFinder } from './find-picture.ts';
import type { ImportLedger } from './import-ledger.ts';
import type { LostPicture } from './import-report.ts';
import type { PictureLibrary, PictureNote } from './picture-library.ts';

/** Stores the pictures that posts name. */
export interface PostPictures {
  /** The address under /uploads/ of the picture at `address`; null when it does not exist or was refused. */
  addressOf(address: string, file: string, note: PictureNote): Promise<string | null>;
  /**
   * The same for a picture fetched from the web; null when it was not requested (`fetched` is null) or could not be
   * fetched. The post then shows the picture from its own address.
   */
  bringFetched(
    address: string,
    file: string,
    note: PictureNote,
    fetched: FetchedPicture | null,
  ): Promise<string | null>;
  /** The number of pictures that posts show from other sites. */
  readonly elsewhere: number;
  readonly lost: LostPicture[];
  /** The lost pictures of one post. */
  lostOf(file: string): readonly LostPicture[];
}

/** Imports the pictures that the files name into the library; pictures that cannot be imported are listed in `lost`. */
export function createPostPictures(find: PictureFinder, library: PictureLibrary, ledger?: ImportLedger): PostPictures {
  const lost = new Map<string, Map<string, LostPicture>>();
  const lose = (file: string, address: string, reason: string | null) => {
    const ofFile = lost.get(file) ?? new Map<string, LostPicture>();
    ofFile.set(address, { file, address, reason });
    lost.set(file, ofFile);
    return null;
  };
  let elsewhere = 0;
  const store = async (address: string, file: string, bytes: Buffer, note: PictureNote) => {
    try {
      const stored = await library.addressOf(bytes, note);
      ledger?.pictureStored({ address, file, stored });
      return stored;
    } catch (error) {
      if (error instanceof AppError) return lose(file, address, error.message);
      throw error;
    }
  };
  return {
    async bringFetched(address, file, note, fetched) {
      if (fetched === null) elsewhere += 1;
      if (fetched === null) return null;
      if ('reason' in fetched) return lose(file, address, fetched.reason);
      return store(address, file, fetched.bytes, { name: fetched.name, ...note });
    },
    get elsewhere() {
      return elsewhere;
    },
    async addressOf(address, file, note) {
      const found = await find(address, file);
      if (found.kind === 'none') return lose(file, address, null);
      if (found.kind === 'outside') return lose(file, address, 'It lies outside of the folders an import may read.');
      if (found.size > bodyLimits.picture) return lose(file, address, 'A picture may have 10 MB at the most.');
      return store(address, file, await readFile(found.path), { name: path.basename(found.path), ...note });
    },
    get lost() {
      return [...lost.values()].flatMap((ofFile) => [...ofFile.values()]);
    },
    lostOf: (file) => [...(lost.get(file)?.values() ?? [])],
  };
}
