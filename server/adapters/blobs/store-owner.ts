import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { makeFolder } from '#server/make-folder.ts';
import { BlobFault } from './blob-fault.ts';
import type { BlobStore } from './blob-store.ts';

/** Says whose the blobs of a store are. Without it a new site beside a bucket of another would sweep its pictures away. */
export const OWNER_KEY = 'site.json';
const ownerSchema = z.object({
  product: z.literal('ninefold'),
  siteId: z.string(),
  /** The data folder ({@link writerOf}) whose pictures they are; null until a server has taken the store. */
  writer: z.string().nullable().default(null),
});
export type StoreOwner = Omit<z.output<typeof ownerSchema>, 'product'>;

/** Whose the blobs of a store are; null where nobody has said. */
export async function readOwner(store: BlobStore): Promise<StoreOwner | null> {
  const read = await store.get(OWNER_KEY);
  if (!read) return null;
  const parsed = ownerSchema.safeParse(jsonOf(await text(read.body)));
  if (!parsed.success)
    throw new BlobFault(
      'misplaced',
      `${OWNER_KEY} in ${store.address} is not as Ninefold writes it. Name another place.`,
    );
  const { siteId, writer } = parsed.data;
  return { siteId, writer };
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return null;
  }
}

const bytesOf = (owner: StoreOwner) => Buffer.from(`${JSON.stringify({ product: 'ninefold', ...owner })}\n`);

/**
 * Says whose a store is, unless that is said already.
 * @throws BlobFault where it is another site's.
 */
export async function sayOwner(store: BlobStore, owner: StoreOwner): Promise<void> {
  await store.putIf(OWNER_KEY, bytesOf(owner), { isNew: true });
  await refuseOthers(store, owner.siteId);
}

/**
 * Takes a store for a data folder from whichever of the same site had it.
 * @throws BlobFault where it is another site's.
 */
export async function takeOver(store: BlobStore, owner: StoreOwner): Promise<void> {
  await refuseOthers(store, owner.siteId);
  await store.put(OWNER_KEY, bytesOf(owner));
}

/**
 * @param siteId null for a site that is not made yet
 * @throws BlobFault where the store is another site's.
 */
export async function refuseOthers(store: BlobStore, siteId: string | null): Promise<void> {
  const owner = await readOwner(store);
  if (owner !== null && owner.siteId !== siteId)
    throw new BlobFault(
      'misplaced',
      `${store.address} holds the pictures of another site. Put that site back first (npm run restore), or name an empty place in BLOBS.`,
    );
}

/**
 * The name of a data folder, made once and in no backup: of two copies of a site on two machines one has taken the store,
 * and the other must not sweep away what it does not know of.
 */
export function writerOf(dataDir: string): string {
  const file = path.join(dataDir, 'blob-writer');
  makeFolder(dataDir);
  try {
    writeFileSync(file, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
