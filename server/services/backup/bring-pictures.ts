import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { keyIn, nameOfKey } from '#server/adapters/blobs/blob-key.ts';
import { type SiteBlobs, sumOfFile } from '#server/adapters/blobs/site-blobs.ts';
import { refuseOthers, takeOver } from '#server/adapters/blobs/store-owner.ts';
import { ORIGINALS_FOLDER, UPLOADS_FOLDER } from '#server/adapters/picture-files.ts';
import { inOrder } from '../import/in-order.ts';

/** Pictures on their way at a time. */
const AT_ONCE = 8;

interface BringOptions {
  /** Where the pictures of the site are kept, which is not the data folder. */
  blobs: SiteBlobs;
  /** Of the backup. */
  siteId: string | null;
  /** In which the backup's pictures lie; they are taken out of it. */
  fresh: string;
  /** Folder of the store for what was there and is not in the backup. */
  aside: string;
  signal?: AbortSignal | undefined;
}

/**
 * Brings a backup's pictures into the store. What is there already with the same bytes stays; what is there and is not in
 * the backup, or has other bytes, is kept aside first, so that the site from before can still be put together. Nothing is
 * taken away, so that it may be ended and begun again.
 * @throws BlobFault where the store is another site's.
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
    // Walked to its end for what is done on the way.
    for await (const _ of inOrder(new Set([...brought, ...there.keys()]), AT_ONCE, bring));
    await rm(path.join(fresh, folder), { recursive: true });
  }
  if (siteId !== null) await takeOver(store, { siteId, writer: blobs.writer?.() ?? null });
}
