import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import { BlobFault } from './blob-fault.ts';
import { checkKey } from './blob-key.ts';
import type { BlobSource, BlobStore } from './blob-store.ts';
import { createDiskCache } from './disk-cache.ts';

/** Provides a blob as a file of this machine, for as long as `use` runs; null when there is none. */
export type Borrow = <T>(use: (file: string | null) => Promise<T>) => Promise<T>;

/** The blobs of a site, for all code that needs them as files: encoders, archives, responses to readers. */
export interface SiteBlobs {
  readonly store: BlobStore;
  /**
   * Returns the data folder's name, by which a remote store knows it (store-owner.ts); null when the store is the data
   * folder itself.
   */
  readonly writer: (() => string) | null;
  /** The folder that contains all returned files. */
  readonly folder: string;
  /**
   * Returns the path of a file with the blob's bytes, which must be opened at once; the file stays cached for later
   * calls. Null when there is none.
   */
  file(key: string): Promise<string | null>;
  /** Provides the first of these blobs that exists, for one reader alone: the file is not cached. */
  borrow<T>(keys: readonly string[], use: (file: string | null) => Promise<T>): Promise<T>;
  put(key: string, source: BlobSource): Promise<void>;
  /** Deletes blobs. Missing ones are no error. */
  remove(keys: readonly string[]): Promise<void>;
  /**
   * Returns the SHA-256 of a blob in hex; null when there is none. The blob is read only when the store does not know
   * the hash.
   */
  sum(key: string): Promise<string | null>;
}

/** Milliseconds for which a missing blob is not asked for again. */
const GONE_FOR = 30_000;
/** The largest number of blobs that are remembered as missing. */
const MOST_GONE = 10_000;
/**
 * Milliseconds for which a store that did not answer is not asked again for readers: each reader would wait for all its
 * tries.
 */
const REST = 5000;
/** The number of times that a blob is read when it arrives damaged or breaks off. */
const TRIES = 3;

export interface SiteBlobsOptions {
  store: BlobStore;
  /** The folder for copies, when the store is not on this machine. */
  cacheFolder: string;
  cacheBytes: number;
  writer?: (() => string) | null;
  /** Returns milliseconds since 1970. */
  now?: () => number;
}

/**
 * Creates the blobs of a site. In a folder they are the files themselves; those of a remote store are copied when they
 * are read.
 */
export function createSiteBlobs(options: SiteBlobsOptions): SiteBlobs {
  const { folder } = options.store;
  const blobs = folder === null ? copiedBlobs(options) : ownFiles(options.store, folder);
  return { ...blobs, writer: options.writer ?? null };
}

type Files = Omit<SiteBlobs, 'writer'>;

function ownFiles(store: BlobStore, folder: string): Files {
  const file = async (key: string) => {
    const place = path.join(folder, ...checkKey(key).split('/'));
    return (await isFile(place)) ? place : null;
  };
  const borrow: SiteBlobs['borrow'] = async (keys, use) => {
    for (const key of keys) {
      const found = await file(key);
      if (found !== null) return use(found);
    }
    return use(null);
  };
  return {
    store,
    folder,
    file,
    borrow,
    put: async (key, source) => void (await store.put(key, source)),
    remove: async (keys) => void (await Promise.all(keys.map((key) => store.delete(key)))),
    sum: (key) => borrow([key], (found) => (found === null ? Promise.resolve(null) : sumOfFile(found))),
  };
}

function copiedBlobs({ store, cacheFolder, cacheBytes, now = Date.now }: SiteBlobsOptions): Files {
  const cache = createDiskCache({ folder: cacheFolder, maxBytes: cacheBytes });
  const coming = new Map<string, Promise<string | null>>();
  const gone = new LRUCache<string, number>({ max: MOST_GONE });
  let restsUntil = 0;
  let lastFault: BlobFault | undefined;

  const copy = async (key: string): Promise<string | null> => {
    if (now() < restsUntil && lastFault) throw lastFault;
    let isThere = true;
    const fill = () =>
      cache.fill(key, async (partial) => {
        isThere = await fetchInto(store, key, partial);
        if (!isThere) throw new Missing();
      });
    try {
      return await fill().catch(async (error: unknown) => {
        if (!isDiskFull(error)) throw error;
        await cache.makeRoom();
        return fill();
      });
    } catch (error) {
      if (!isThere) {
        gone.set(key, now() + GONE_FOR);
        return null;
      }
      if (error instanceof BlobFault && error.kind === 'unreachable') {
        lastFault = error;
        restsUntil = now() + REST;
      }
      throw error;
    }
  };
  const forget = (key: string) => gone.delete(key);
  return {
    store,
    folder: cacheFolder,
    async file(key) {
      if ((gone.get(key) ?? 0) > now()) return null;
      const cached = await cache.find(key);
      if (cached !== null) return cached;
      // Many calls at the same time wait for one copy.
      const begun = coming.get(key);
      if (begun) return begun;
      const copied = copy(key).finally(() => coming.delete(key));
      coming.set(key, copied);
      return copied;
    },
    async borrow(keys, use) {
      await mkdir(cacheFolder, { recursive: true });
      for (const key of keys) {
        const cached = await cache.find(key);
        if (cached !== null) return use(cached);
        const lent = await withTemporary(cacheFolder, async (file) =>
          (await fetchInto(store, key, file)) ? { given: await use(file) } : null,
        );
        if (lent) return lent.given;
      }
      return use(null);
    },
    async put(key, source) {
      await store.put(key, source);
      forget(key);
      // Another blob may be cached under this name.
      await cache.drop(key);
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => store.delete(key).then(() => cache.drop(key))));
    },
    async sum(key) {
      const head = await store.head(key);
      if (!head || head.sha256 !== null) return head?.sha256 ?? null;
      return this.borrow([key], (file) => (file === null ? Promise.resolve(null) : sumOfFile(file)));
    },
  };
}

/** Copies a blob into a file; returns false when there is none. A blob that arrives damaged is asked for again. */
async function fetchInto(store: BlobStore, key: string, target: string): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    try {
      const read = await store.get(key);
      if (!read) return false;
      await pipeline(read.body, createWriteStream(target));
      // The file's time is the same on every machine, so that the headers that browsers get are the same too.
      if (read.head.modified > 0) await utimes(target, read.head.modified / 1000, read.head.modified / 1000);
      return true;
    } catch (error) {
      const mayPass = error instanceof BlobFault && (error.kind === 'damaged' || error.kind === 'unreachable');
      if (!mayPass || tried >= TRIES) throw error;
    }
  }
}

/** Provides the path of a file in a folder; the file is removed when `use` has ended. */
async function withTemporary<T>(folder: string, use: (file: string) => Promise<T>): Promise<T> {
  const file = path.join(folder, `borrowed-${randomBytes(6).toString('hex')}.partial`);
  try {
    return await use(file);
  } finally {
    await rm(file, { force: true });
  }
}

class Missing extends Error {}

/** Returns the SHA-256 of a file in hex. */
export async function sumOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (info) => info.isFile(),
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
        return false;
      throw error;
    },
  );
}
