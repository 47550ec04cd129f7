import { originalKey, type PictureFiles, uploadKey } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findImage, pictureRecords } from '#server/repositories/images.ts';
import type { ZipWriter } from '../zip-writer.ts';
import { GHOST_URL } from './ghost-html.ts';

/** The folder in which Ghost looks for pictures in an archive, and from which it serves them. */
const FOLDER = 'content/images/';

export interface GhostPictures {
  /** Records which of these addresses are our pictures. */
  note(addresses: readonly string[]): Promise<void>;
  /** The address of a recorded picture in Ghost; null for text that is not an address. */
  addressOf(address: string): string | null;
  /** The alternative text of a recorded picture in the library; empty when it has none. */
  altOf(address: string): string;
  count(): number;
  /** Writes the recorded pictures; returns the addresses of those whose files are gone. */
  writeTo(zip: ZipWriter): Promise<string[]>;
}

interface GhostPicturesOptions {
  db: Executor;
  files: Pick<PictureFiles, 'blobs'>;
  siteUrl: string;
  hasPictures: boolean;
}

/** The pictures for Ghost: the uploaded file, or the served file when Ghost does not accept the uploaded type. */
export function createGhostPictures({ db, files, siteUrl, hasPictures }: GhostPicturesOptions): GhostPictures {
  const known = new Map<string, { name: string; keys: string[]; alt: string }>();
  return {
    async note(addresses) {
      const unknown = addresses.filter((address) => !known.has(address));
      for (const [address, { filename, originalFilename }] of await pictureRecords(db, unknown)) {
        const name = originalFilename.endsWith('.avif') ? filename : originalFilename;
        const original = name === originalFilename ? [originalKey(name)] : [];
        const image = await findImage(db, filename);
        known.set(address, {
          name,
          keys: [...original, uploadKey(filename)],
          alt: image?.metadata.alt ?? '',
        });
      }
    },
    addressOf(address) {
      const picture = known.get(address);
      if (!picture) return null;
      return hasPictures ? `${GHOST_URL}/${FOLDER}${picture.name}` : siteUrl + address;
    },
    altOf: (address) => known.get(address)?.alt ?? '',
    count: () => (hasPictures ? new Set([...known.values()].map(({ name }) => name)).size : 0),
    async writeTo(zip) {
      const missing: string[] = [];
      const written = new Set<string>();
      if (!hasPictures) return missing;
      for (const [address, { name, keys }] of known) {
        if (written.has(name)) continue;
        written.add(name);
        if (!(await zip.addFile(FOLDER + name, (use) => files.blobs.borrow(keys, use)))) missing.push(address);
      }
      return missing;
    },
  };
}
