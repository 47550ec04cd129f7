import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { keyIn, nameOfKey } from '#server/adapters/blobs/blob-key.ts';
import { type SiteBlobs, sumOfFile } from '#server/adapters/blobs/site-blobs.ts';
import { refuseOthers, takeOver } from '#server/adapters/blobs/store-owner.ts';
import { ORIGINALS_FOLDER, UPLOADS_FOLDER } from '#server/adapters/picture-files.ts';
import { inOrder } from '../import/in-order.ts';

/** The number of pictures that are transferred at the same time. */
const AT_ONCE = 8;

interface BringOptions {
  /** The store of the site's pictures, which is outside the data folder. */
  blobs: SiteBlobs;
  /** The site id of the backup. */
  siteId: string | null;
  /** The folder with the backup's pictures; they are removed from it. */
  fresh: string;
  /** The folder of the store for existing pictures that are not in the backup. */
  aside: string;
  signal?: AbortSignal | undefined;
}

/**
 * Copies a backup's pictures into the store. An existing picture with the same bytes stays; an existing picture that is
 * not in the backup, or has other bytes, is first copied aside, so that the former site can still be put together.
 * Nothing is deleted from the store, so that this may be interrupted and begun again.
 * @throws BlobFault when the store belongs to another site.
 */
export async function bringPictures({ blobs, siteId, fresh, aside, signal }: BringOptions): Promise<void> {
  const { store } = blobs;
  await refuseOthers(store, siteId);
  for (const folder of [ORIGINALS_FOLDER, UPLOADS_FOLDER]) {
    const brought = new Set(await readdir(path.join(fresh, folder)));
    const there = new Map<string, number>();
    for await (const { key, size } of store.list(folder)) there.set(nameOfKey(key), size);
    const keepAside = (key: string) =>
      blobs.borrow([key], async (file) => {
        if (file !== null) await store.put(keyIn(aside, key), { file });
      });
    const bring = async (name: string) => {
      signal?.throwIfAborted();
      const key = keyIn(folder, name);
      if (!brought.has(name)) return keepAside(key);
      const file = path.join(fresh, folder, name);
      if (there.has(name)) {
        if ((await blobs.sum(key)) === (await sumOfFile(file))) return;
        await keepAside(key);
      }
      await blobs.put(key, { file });
    };
    // The loop only runs the iterator to its end; the work is done in `bring`.
    for await (const _ of inOrder(new Set([...brought, ...there.keys()]), AT_ONCE, bring));
    await rm(path.join(fresh, folder), { recursive: true });
  }
  if (siteId !== null) await takeOver(store, { siteId, writer: blobs.writer?.() ?? null });
}
