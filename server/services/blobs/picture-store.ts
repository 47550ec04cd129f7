import { setTimeout as wait } from 'node:timers/promises';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import type { SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import { readOwner, refuseOthers, sayOwner, takeOver } from '#server/adapters/blobs/store-owner.ts';
import { ORIGINALS_FOLDER } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { allPictureFiles } from '#server/repositories/images.ts';

/** The longest time, in milliseconds, that a start waits for a store. */
const LONGEST = 8000;

/**
 * Claims a store outside the data folder for a site, before anything is written to it; `siteId` is null for a site that
 * does not exist yet. A store that does not answer is accepted: readers still get pages and local copies of its files.
 * @throws BlobFault when the store belongs to another site, or cannot be used as it is configured.
 */
export async function takePictureStore(blobs: SiteBlobs, db: Executor, siteId: string | null): Promise<void> {
  const { store, writer } = blobs;
  if (writer === null) return;
  const taking = take({ store, db, siteId, writer: writer() }).catch((error: unknown) => {
    if (!(error instanceof BlobFault && error.kind === 'unreachable')) throw error;
  });
  const givenUp = new AbortController();
  // The start does not wait any longer: an error that comes later also appears at any later request to the store.
  const late = wait(LONGEST, undefined, { signal: givenUp.signal }).catch(() => undefined);
  await Promise.race([taking, late]).finally(() => givenUp.abort());
  taking.catch(() => undefined);
}

interface Taking {
  store: BlobStore;
  db: Executor;
  siteId: string | null;
  writer: string;
}

async function take({ store, db, siteId, writer }: Taking): Promise<void> {
  const owner = await readOwner(store);
  if (owner === null) {
    await refuseForeign(store, db);
    if (siteId !== null) await sayOwner(store, { siteId, writer });
  } else if (owner.siteId === siteId && owner.writer === null) {
    // The store was moved here.
    await takeOver(store, { siteId, writer });
  } else await refuseOthers(store, siteId);
}

/**
 * Whether pictures without a row may be deleted from the store: only when the store belongs to this site and was taken
 * by this data folder. Another copy of the site, restored on another machine, may have pictures that this one does not
 * know.
 */
export async function maySweep({ writer, store }: SiteBlobs, siteId: string): Promise<boolean> {
  if (writer === null) return true;
  const owner = await readOwner(store);
  return owner?.siteId === siteId && owner.writer === writer();
}

/**
 * Refuses a store without an owner that holds another site's pictures; it may also hold our own, copied by other means.
 */
async function refuseForeign(store: BlobStore, db: Executor): Promise<void> {
  const there = await store.names(ORIGINALS_FOLDER);
  if (there.length === 0) return;
  const ours = new Set((await allPictureFiles(db)).map(({ originalFilename }) => originalFilename));
  if (there.some((name) => ours.has(name))) return;
  throw new BlobFault(
    'misplaced',
    `${store.address} holds pictures, and none of them is this site’s. Put the site back that they belong to (npm run restore), or name an empty place in BLOBS.`,
  );
}
