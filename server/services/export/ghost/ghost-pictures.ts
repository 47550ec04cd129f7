import { originalKey, type PictureFiles, uploadKey } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findImage, pictureRecords } from '#server/repositories/images.ts';
import type { ZipWriter } from '../zip-writer.ts';
import { GHOST_URL } from './ghost-html.ts';

/** Where Ghost looks for pictures in an archive, and serves them. */
const FOLDER = 'content/images/';

export interface GhostPictures {
  /** Looks which of these addresses are pictures of ours. */
  note(addresses: readonly string[]): Promise<void>;
  /** Where a noted picture is for Ghost; null for what is no address. */
  addressOf(address: string): string | null;
  /** What a noted picture shows, in the library's words; empty where it says nothing. */
  altOf(address: string): string;
  count(): number;
  /** Writes the noted pictures; answers the addresses of those whose files are gone. */
  writeTo(zip: ZipWriter): Promise<string[]>;
}

interface GhostPicturesOptions {
  db: Executor;
  files: Pick<PictureFiles, 'blobs'>;
  siteUrl: string;
  hasPictures: boolean;
}

/** The pictures Ghost is given: as they were uploaded, or where Ghost takes no such file, as they are served here. */
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
