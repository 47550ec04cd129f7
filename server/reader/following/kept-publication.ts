import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { nameOfKey } from '#server/adapters/blobs/blob-key.ts';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import {
  isPublishedName,
  MANIFEST_KEY,
  manifestBytes,
  PUBLISHED_FOLDER,
  type PublishedManifest,
  parseManifest,
} from '#server/services/publication/manifest.ts';

/** The last publication that was good, on this machine's disk, laid out as in the store. */
export interface KeptPublication {
  readonly store: BlobStore;
  /** Null where none was kept, or not whole. */
  manifest(): Promise<PublishedManifest | null>;
  /** Keeps this one instead of the one before: `packed` is a file that is given away. */
  keep(publication: { manifest: PublishedManifest; packed: string; due: Buffer | null }): Promise<void>;
}

/** In a folder of this machine. */
export function keepPublication(folder: string): KeptPublication {
  const store = openFolderStore(folder);
  return {
    store,
    async manifest() {
      const read = await store.get(MANIFEST_KEY);
      return read && parseManifest(await text(read.body));
    },
    async keep({ manifest, packed, due }) {
      await store.put(manifest.database.key, { file: packed });
      if (manifest.due && due) await store.put(manifest.due.key, due);
      // Named last: what a kill leaves is the one before, or this one.
      await store.put(MANIFEST_KEY, manifestBytes(manifest));
      await rm(packed, { force: true });
      const named = [manifest.database.key, manifest.due?.key].flatMap((key) => (key ? [nameOfKey(key)] : []));
      for (const name of await store.names(PUBLISHED_FOLDER)) {
        if (isPublishedName(name) && !named.includes(name)) await store.delete(`${PUBLISHED_FOLDER}/${name}`);
      }
    },
  };
}
