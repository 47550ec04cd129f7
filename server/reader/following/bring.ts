import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import type { PublishedManifest } from '#server/services/publication/manifest.ts';

/** A file of a publication, as the manifest names it. */
interface NamedFile {
  key: string;
  sha256: string;
  bytes: number;
}

/** Bytes of disk space that a new publication leaves free for everything else. */
export const LEFT_FREE = 64 * 1024 * 1024;
/**
 * The largest factor by which a database may grow when it is unpacked. A database packs to about a third; one that
 * grows more than 200 times was made to do so.
 */
const MOST_GROWTH = 200;
/** The largest size of a file of due posts, in bytes. */
const LARGEST_DUE = 64 * 1024 * 1024;

/** The fault of a publication in the store. `message` is in words for the owner. */
export class PublicationRefused extends Error {
  override readonly name = 'PublicationRefused';
}

/**
 * Fetches a published database from a store: its packed bytes into the file `packed`, the unpacked database into the file
 * `plain`. Both are flushed to the disk when this resolves, and at least `leftFree` bytes of the disk stay free.
 * @throws PublicationRefused when the store has other bytes than the manifest says, BlobFault, or the system's error.
 */
export async function bringDatabase(
  store: BlobStore,
  { database }: PublishedManifest,
  { packed, plain, leftFree }: { packed: string; plain: string; leftFree: number },
): Promise<void> {
  if (database.plainBytes > database.bytes * MOST_GROWTH)
    throw new PublicationRefused(`${database.key} says that it grows more than any database does. Publish anew.`);
  await mkdir(path.dirname(plain), { recursive: true });
  await needRoom(path.dirname(plain), database.bytes + database.plainBytes, leftFree);
  await bringFile(store, database, packed);
  await rm(plain, { force: true });
  await pipeline(
    createReadStream(packed),
    createZstdDecompress(),
    exactly(database.plainBytes, database.key),
    createWriteStream(plain, { mode: 0o600 }),
  ).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!/^(ZSTD|Z_|ERR_ZLIB)/i.test(code)) throw error;
    throw new PublicationRefused(`${database.key} cannot be unpacked. Publish anew.`, { cause: error });
  });
  await ontoDisk(plain);
}

/** Returns the sealed due posts of a publication; null where it has none. Throws as `bringDatabase` does. */
export async function bringDue(store: BlobStore, { due }: PublishedManifest): Promise<Buffer | null> {
  if (!due) return null;
  if (due.bytes > LARGEST_DUE) throw new PublicationRefused(`${due.key} is larger than any such file is.`);
  const pieces: Buffer[] = [];
  const hash = createHash('sha256');
  const check = exactly(due.bytes, due.key, hash);
  check.on('data', (piece: Buffer) => pieces.push(piece));
  await pipeline(await bodyOf(store, due.key), check);
  compare(hash.digest('hex'), due);
  return Buffer.concat(pieces);
}

async function bringFile(store: BlobStore, file: NamedFile, target: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(
    await bodyOf(store, file.key),
    exactly(file.bytes, file.key, hash),
    createWriteStream(target, { mode: 0o600 }),
  );
  compare(hash.digest('hex'), file);
  await ontoDisk(target);
}

async function bodyOf(store: BlobStore, key: string) {
  const read = await store.get(key);
  if (!read) throw new PublicationRefused(`${key} is not in ${store.address}, although the manifest names it.`);
  return read.body;
}

function compare(sum: string, { key, sha256 }: NamedFile): void {
  if (sum !== sha256) throw new PublicationRefused(`${key} has other bytes than the manifest says. Publish anew.`);
}

/** Passes bytes on, and fails as soon as there are more than `bytes`, or fewer at the end. */
function exactly(bytes: number, key: string, hash?: ReturnType<typeof createHash>): Transform {
  let passed = 0;
  const refused = () => new PublicationRefused(`${key} has another length than the manifest says. Publish anew.`);
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      passed += piece.length;
      if (passed > bytes) return done(refused());
      hash?.update(piece);
      done(null, piece);
    },
    flush: (done) => done(passed === bytes ? null : refused()),
  });
}

async function needRoom(folder: string, bytes: number, leftFree: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes + leftFree) return;
  const mebibytes = Math.ceil(bytes / 1024 / 1024);
  throw Object.assign(new Error(`The disk of ${folder} has no room for the next publication (${mebibytes} MiB).`), {
    code: 'ENOSPC',
  });
}

async function ontoDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}
