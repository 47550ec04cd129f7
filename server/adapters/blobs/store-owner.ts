import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { makeFolder } from '#server/make-folder.ts';
import { BlobFault } from './blob-fault.ts';
import type { BlobStore } from './blob-store.ts';

/**
 * The key of the file that names the site to which a store's blobs belong. Without it, a new site using the bucket of
 * another would sweep that site's pictures away.
 */
export const OWNER_KEY = 'site.json';
const ownerSchema = z.object({
  product: z.literal('ninefold'),
  siteId: z.string(),
  /** The data folder ({@link writerOf}) to which the pictures belong; null until a server has taken the store. */
  writer: z.string().nullable().default(null),
});
export type StoreOwner = Omit<z.output<typeof ownerSchema>, 'product'>;

/** Returns the owner of a store's blobs; null when none is recorded. */
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
 * Records the owner of a store, unless one is recorded already.
 * @throws BlobFault when the store belongs to another site.
 */
export async function sayOwner(store: BlobStore, owner: StoreOwner): Promise<void> {
  await store.putIf(OWNER_KEY, bytesOf(owner), { isNew: true });
  await refuseOthers(store, owner.siteId);
}

/**
 * Takes a store for a data folder, from whichever data folder of the same site had it.
 * @throws BlobFault when the store belongs to another site.
 */
export async function takeOver(store: BlobStore, owner: StoreOwner): Promise<void> {
  await refuseOthers(store, owner.siteId);
  await store.put(OWNER_KEY, bytesOf(owner));
}

/**
 * @param siteId null for a site that is not created yet
 * @throws BlobFault when the store belongs to another site.
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
 * Returns the name of a data folder. It is made once, and no backup contains it: of two copies of a site on two
 * machines, one has taken the store, and the other must not sweep away blobs that it does not know.
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
