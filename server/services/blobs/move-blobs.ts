import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import type { BlobHead, BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { sumOfFile } from '#server/adapters/blobs/site-blobs.ts';
import { inOrder } from '../import/in-order.ts';
import type { MoveReceipt } from './move-receipt.ts';

/** The folders of a site in a store, the most precious first. */
const FOLDERS = ['originals', 'uploads', 'avif', 'cards', 'published', 'backups'] as const;
/** The number of blobs that are moved at the same time. */
const AT_ONCE = 4;
/** The number of times that a blob is written when other bytes are read back. */
const TRIES = 3;
/** The number of rounds in which new blobs are looked for: a server may be writing. */
const MOST_ROUNDS = 10;

interface MoveOptions {
  from: BlobStore;
  to: BlobStore;
  receipt: MoveReceipt;
  /** A folder on this machine, with room for each blob that is being moved at the same time. */
  workFolder: string;
  onProgress?: (done: number, total: number, key: string) => void;
  signal?: AbortSignal | undefined;
}

interface Moved {
  blobs: number;
  bytes: number;
  /** The number of blobs written by this run; the others were already there. */
  copied: number;
  /** The SHA-256 in hex of a list with one line for each blob, "<its SHA-256>  <key>", in the order of the keys. */
  digest: string;
}

/**
 * Copies a site's blobs from one store into another, and verifies each: its bytes are read back from the target and
 * compared. A blob that is in the receipt and unchanged in both stores is verified already. Nothing is deleted
 * anywhere.
 * @throws BlobFault for the first blob that cannot be read, written or verified; moved blobs stay, and are not moved
 * again.
 */
export async function moveBlobs(options: MoveOptions): Promise<Moved> {
  const { from, to, receipt, signal, onProgress } = options;
  let copied = 0;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const [there, here] = [await listAll(to), await listAll(from)];
    const isProved = ({ key, etag }: BlobHead) => {
      const proved = receipt.find(key);
      return proved !== undefined && proved.from === etag && proved.to === there.get(key)?.etag;
    };
    const open = [...here.values()].filter((head) => !isProved(head));
    if (open.length === 0) return { copied, ...sumUp([...here.keys()], receipt) };
    let done = here.size - open.length;
    const move = async (head: BlobHead) => {
      signal?.throwIfAborted();
      const isCopied = await moveOne(options, head);
      if (isCopied) copied += 1;
      done += 1;
      onProgress?.(done, here.size, head.key);
    };
    // The loop only runs the iterator to its end; the work is done in `move`.
    for await (const _ of inOrder(open, AT_ONCE, move));
  }
  throw new BlobFault(
    'unreachable',
    `${from.address} changes faster than it can be moved. Stop the server and try again.`,
  );
}

async function listAll(store: BlobStore): Promise<Map<string, BlobHead>> {
  const heads = new Map<string, BlobHead>();
  for (const folder of FOLDERS) {
    for await (const head of store.list(folder, { isDeep: true })) heads.set(head.key, head);
  }
  return heads;
}

/** Moves a blob; false when it was already there, or no longer exists at the source. */
async function moveOne({ from, to, receipt, workFolder }: MoveOptions, { key }: BlobHead): Promise<boolean> {
  const read = await from.get(key);
  if (!read) return false;
  await mkdir(workFolder, { recursive: true });
  const file = path.join(workFolder, `moving-${randomBytes(6).toString('hex')}.partial`);
  try {
    await pipeline(read.body, createWriteStream(file));
    const sha256 = await sumOfFile(file);
    const prove = async (): Promise<string | null> => {
      const back = await sumOfBlob(to, key);
      return back?.sha256 === sha256 ? back.etag : null;
    };
    let etag = await prove();
    const isCopied = etag === null;
    for (let tried = 1; etag === null; tried += 1) {
      await to.put(key, { file });
      etag = await prove();
      if (etag === null && tried === TRIES)
        throw new BlobFault('damaged', `${key} came back from ${to.address} with other bytes than were put there.`);
    }
    await receipt.add({ key, size: read.head.size, sha256, from: read.head.etag, to: etag });
    return isCopied;
  } finally {
    await rm(file, { force: true });
  }
}

/** The SHA-256 and the etag of a store's blob, read to its end; null when there is no blob, or a damaged one. */
async function sumOfBlob(store: BlobStore, key: string): Promise<{ sha256: string; etag: string } | null> {
  const read = await store.get(key);
  if (!read) return null;
  const hash = createHash('sha256');
  try {
    for await (const piece of read.body) hash.update(piece as Buffer);
  } catch (error) {
    if (error instanceof BlobFault && error.kind === 'damaged') return null;
    throw error;
  }
  return { sha256: hash.digest('hex'), etag: read.head.etag };
}

function sumUp(keys: string[], receipt: MoveReceipt): Omit<Moved, 'copied'> {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const key of keys.sort()) {
    const proved = receipt.find(key);
    bytes += proved?.size ?? 0;
    hash.update(`${proved?.sha256}  ${key}\n`);
  }
  return { blobs: keys.length, bytes, digest: hash.digest('hex') };
}
