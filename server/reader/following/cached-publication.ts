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

/** The last good publication, on this machine's disk, laid out as in the store. */
export interface CachedPublication {
  readonly store: BlobStore;
  /** Null where no publication is cached, or its manifest cannot be read. */
  manifest(): Promise<PublishedManifest | null>;
  /** Caches this publication in place of the last one. The file `packed` is deleted. */
  keep(publication: { manifest: PublishedManifest; packed: string; due: Buffer | null }): Promise<void>;
}

/** Caches publications in a folder of this machine. */
export function cachePublication(folder: string): CachedPublication {
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
      // The manifest is written last: after a kill the cache names either the previous publication or this one.
      await store.put(MANIFEST_KEY, manifestBytes(manifest));
      await rm(packed, { force: true });
      const named = [manifest.database.key, manifest.due?.key].flatMap((key) => (key ? [nameOfKey(key)] : []));
      for (const name of await store.names(PUBLISHED_FOLDER)) {
        if (isPublishedName(name) && !named.includes(name)) await store.delete(`${PUBLISHED_FOLDER}/${name}`);
      }
    },
  };
}
