import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { sumOfFile } from '#server/adapters/blobs/site-blobs.ts';
import { BackupFault } from './backup-fault.ts';

interface WorkOptions {
  /** A folder on this machine. */
  workFolder: string;
  name: string;
}

/** Runs `use` with a path of this name in a temporary folder, which is deleted afterwards, however `use` ends. */
export async function inWorkFolder<T>(
  { workFolder, name }: WorkOptions,
  use: (file: string) => Promise<T>,
): Promise<T> {
  const folder = path.join(workFolder, `backup-${randomBytes(6).toString('hex')}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await use(path.join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Puts a verified backup into a store, under a free name, and checks that the stored file is the same.
 * @throws BackupFault, BlobFault
 */
export async function storeBackup(store: BlobStore, { name, file }: { name: string; file: string }): Promise<void> {
  const put = await store.putIf(name, { file }, { isNew: true }, { type: 'application/x-tar' });
  if (!put) throw new BackupFault(`${name} is in ${store.address} already. Name another one.`);
  const head = await store.head(name);
  const sum = await sumOfFile(file);
  if (head?.size === put.size && (head.sha256 === null || head.sha256 === sum)) return;
  await store.delete(name);
  throw new BackupFault(`${store.address} did not keep ${name} as it was put there.`);
}

/** Copies a backup from a store to a file on this machine. Throws BackupFault when there is none of this name. */
export async function fetchBackup(store: BlobStore, { name, file }: { name: string; file: string }): Promise<void> {
  const read = await store.get(name);
  if (!read) throw new BackupFault(`There is no ${name} in ${store.address}.`);
  await pipeline(read.body, createWriteStream(file, { mode: 0o600 }));
}
