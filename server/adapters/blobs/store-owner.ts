import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { BlobFault } from './blob-fault.ts';
import type { BlobStore } from './blob-store.ts';

/** Says whose the blobs of a store are. Without it a new site beside a bucket of another would sweep its pictures away. */
export const OWNER_KEY = 'site.json';
const ownerSchema = z.object({ product: z.literal('ninefold'), siteId: z.string() });

/** The id of the site whose blobs these are; null where nobody has said. */
export async function readOwner(store: BlobStore): Promise<string | null> {
  const read = await store.get(OWNER_KEY);
  if (!read) return null;
  const parsed = ownerSchema.safeParse(jsonOf(await text(read.body)));
  if (!parsed.success)
    throw new BlobFault(
      'misplaced',
      `${OWNER_KEY} in ${store.address} is not as Ninefold writes it. Name another place.`,
    );
  return parsed.data.siteId;
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}

/**
 * Says that a store is this site's, unless somebody's it is already.
 * @throws BlobFault where it is another site's.
 */
export async function sayOwner(store: BlobStore, siteId: string): Promise<void> {
  const owner = Buffer.from(`${JSON.stringify({ product: 'ninefold', siteId })}\n`);
  await store.putIf(OWNER_KEY, owner, { isNew: true }, { type: 'application/json' });
  await refuseOthers(store, siteId);
}

/**
 * @param siteId null for a site that is not made yet
 * @param owner where it was read already
 * @throws BlobFault where the store is another site's.
 */
export async function refuseOthers(store: BlobStore, siteId: string | null, owner?: string | null): Promise<void> {
  owner ??= await readOwner(store);
  if (owner !== null && owner !== siteId)
    throw new BlobFault(
      'misplaced',
      `${store.address} holds the pictures of another site. Put that site back first (npm run restore), or name an empty place in BLOBS.`,
    );
}
