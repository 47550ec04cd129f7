import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isStoreAddress, readS3Address } from '#server/blob-address.ts';
import type { Config } from '#server/config.ts';
import { BlobFault } from './blob-fault.ts';
import type { BlobStore } from './blob-store.ts';
import { openFolderStore } from './folder-store.ts';
import type { S3Place } from './s3/s3-place.ts';
import { openS3Store, type S3StoreOptions } from './s3/s3-store.ts';
import { createSiteBlobs, type SiteBlobs } from './site-blobs.ts';
import { writerOf } from './store-owner.ts';

type StoreConfig = Pick<
  Config,
  | 'DATA_DIR'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_PATH_STYLE'
  | 'AWS_ACCESS_KEY_ID'
  | 'AWS_SECRET_ACCESS_KEY'
  | 'AWS_SESSION_TOKEN'
>;

/**
 * The folder for files that are completed before they are put into a remote store, and below it the one for copies of
 * blobs read from one.
 */
const WORK_FOLDER = 'blob-work';
const CACHE_FOLDER = 'blob-cache';

/**
 * Returns the folder of this machine for files that are about to be put into a remote store, or were just taken from
 * it.
 */
export function workFolder({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string {
  return path.join(DATA_DIR, WORK_FOLDER);
}

/**
 * Opens the store at a place: a folder's path, or "s3://bucket/prefix". No request is made yet. `ends` aborts when a
 * remote store must receive no more requests; pending ones are cancelled.
 * @throws BlobFault for an invalid address, or without keys.
 */
export function openStore(config: StoreConfig, place: string, ends?: AbortSignal, more: Elsewhere = {}): BlobStore {
  if (!isStoreAddress(place)) return openFolderStore(place);
  return openS3Store({ ...more, place: s3PlaceOf(config, place), workFolder: workFolder(config), ends });
}

/** Options for a remote store, for a caller that needs its clock or has no time for many tries. */
type Elsewhere = Pick<S3StoreOptions, 'patience' | 'onTime'>;

function s3PlaceOf(config: StoreConfig, address: string): S3Place {
  const parts = readS3Address(address);
  if (!parts)
    throw new BlobFault('misplaced', `${address} is no address of an object store. It is written s3://bucket/prefix.`);
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = config;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new BlobFault('refused', `Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to reach ${address}.`);
  return {
    ...parts,
    endpoint: config.S3_ENDPOINT ?? `https://s3.${config.S3_REGION}.amazonaws.com`,
    region: config.S3_REGION,
    isPathStyle: config.S3_PATH_STYLE,
    keys: { accessKeyId, secretAccessKey, sessionToken },
  };
}

/** Milliseconds after which a file in the work folder must come from a process that was killed. */
const LEFT_BEHIND = 24 * 60 * 60 * 1000;

/** Removes what killed processes have left in the work folder. `now` in milliseconds since 1970. */
export async function sweepWorkFolder(config: Pick<Config, 'DATA_DIR'>, now: number): Promise<void> {
  const folder = workFolder(config);
  for (const name of await readdir(folder).catch(() => [])) {
    const info = await stat(path.join(folder, name)).catch(() => null);
    if (info && now - info.mtimeMs > LEFT_BEHIND) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

/** Returns the store that holds a blob, by the blob's whole address, and the blob's name there. */
export function openStoreOf(config: StoreConfig, address: string): { store: BlobStore; name: string } {
  const end = address.lastIndexOf('/');
  return { store: openStore(config, address.slice(0, end)), name: address.slice(end + 1) };
}

/** Opens the pictures of the site, as configured. */
export function openSiteBlobs(
  config: StoreConfig & Pick<Config, 'BLOBS' | 'BLOBS_CACHE_MB'>,
  ends?: AbortSignal,
): SiteBlobs {
  return createSiteBlobs({
    store: openStore(config, config.BLOBS, ends),
    cacheFolder: path.join(config.DATA_DIR, CACHE_FOLDER),
    cacheBytes: config.BLOBS_CACHE_MB * 1024 * 1024,
    writer: config.BLOBS === config.DATA_DIR ? null : () => writerOf(config.DATA_DIR),
  });
}

/** Opens blobs in a folder of this machine. */
export function folderBlobs(folder: string): SiteBlobs {
  return createSiteBlobs({ store: openFolderStore(folder), cacheFolder: folder, cacheBytes: 0 });
}
