import { randomBytes } from 'node:crypto';
import { type BigIntStats, createWriteStream, type Dirent, renameSync, statSync } from 'node:fs';
import { copyFile, link, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '#server/make-folder.ts';
import { CHANGES_LOCK, takeFolder } from '../data-lock.ts';
import { BlobFault } from './blob-fault.ts';
import { checkKey, isKey, keyIn } from './blob-key.ts';
import type { BlobCondition, BlobHead, BlobRange, BlobRead, BlobSource, BlobStore } from './blob-store.ts';

/** The name of a blob until it is complete, and those of leftovers of backups and of earlier versions. */
const PARTIAL =
  /^(?:\.?(.+)\.[0-9a-f]{12}|([0-9a-f]{14,24}[\w-]*\.[a-z0-9]+))\.partial(?:-db(?:-journal|-wal|-shm)?)?$/;

/** Looks for the ending first: a folder may hold hundreds of thousands of complete files. */
const matchPartial = (name: string) => (name.includes('.partial') ? PARTIAL.exec(name) : null);

interface Placing {
  partial: string;
  target: string;
  condition: BlobCondition;
}

const isCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
/** Returns the result of a look at the disk, or `otherwise` when there is nothing (any more). */
async function ifThere<T, U>(look: Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await look;
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return otherwise;
    throw error;
  }
}

/**
 * Opens a store whose blobs are files of a folder. The first put creates the folder. A file gets its name only when it
 * is complete and on the disk.
 */
export function openFolderStore(folder: string): BlobStore {
  const fileOf = (key: string) => path.join(folder, ...checkKey(key).split('/'));

  const headOf = async (key: string): Promise<BlobHead | null> => {
    const info = await ifThere(stat(fileOf(key), { bigint: true }), null);
    return info?.isFile() ? toHead(key, info) : null;
  };
  const namesIn = async (within: string): Promise<Dirent[]> => {
    const where = within === '' ? folder : fileOf(within);
    const entries = await ifThere(readdir(where, { withFileTypes: true }), []);
    // Files that somebody else put there may have names that no blob can have.
    return entries.filter(({ name }) => name !== CHANGES_LOCK && !matchPartial(name) && isKey(name));
  };
  const needHead = async (key: string): Promise<BlobHead> => {
    const head = await headOf(key);
    if (!head) throw new BlobFault('damaged', `${key} is not in ${folder}, although it was just put there.`);
    return head;
  };
  /** Writes a complete file next to the blob's place, and lets `place` give it its name. */
  const write = async <T>(key: string, source: BlobSource, place: (partial: string, target: string) => Promise<T>) => {
    const target = fileOf(key);
    makeFolder(path.dirname(target));
    const partial = `${target}.${randomBytes(6).toString('hex')}.partial`;
    try {
      await fill(partial, source);
      return await place(partial, target);
    } finally {
      await rm(partial, { force: true });
    }
  };
  const read = (key: string, range?: BlobRange) => readBlob(fileOf(key), key, range);
  return {
    address: folder,
    folder,
    put: (key, source) =>
      write(key, source, async (partial, target) => {
        await rename(partial, target);
        return needHead(key);
      }),
    putIf: (key, source, condition) =>
      write(key, source, async (partial, target) => {
        if (!(await placeIf(folder, { partial, target, condition }))) return null;
        // Others are told of this put, so it must survive a power cut.
        await syncFolder(path.dirname(target));
        return needHead(key);
      }),
    get: read,
    async getOther(key, etag) {
      const head = await headOf(key);
      return head?.etag === etag ? 'same' : read(key);
    },
    head: headOf,
    async *list(within, { isDeep = false } = {}) {
      for (const entry of (await namesIn(within)).sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const key = keyIn(within, entry.name);
        if (entry.isDirectory()) {
          if (isDeep) yield* this.list(key, { isDeep });
          continue;
        }
        const head = await headOf(key);
        if (head) yield head;
      }
    },
    names: async (within) => (await namesIn(within)).filter((entry) => !entry.isDirectory()).map(({ name }) => name),
    delete: (key) => rm(fileOf(key), { force: true }),
    dropUnfinished: (within, options) => dropUnfinished(within === '' ? folder : fileOf(within), options),
  };
}

async function readBlob(name: string, key: string, range: BlobRange | undefined): Promise<BlobRead | null> {
  const file = await ifThere(open(name, 'r'), null);
  if (!file) return null;
  // The metadata of the opened file itself: another file may have taken its name.
  const info = await file.stat({ bigint: true });
  const { start = 0, end } = range ?? {};
  if (!info.isFile() || (start > 0 && start >= info.size)) {
    await file.close();
    if (!info.isFile()) return null;
    throw new BlobFault('damaged', `${key} has no byte ${start}.`);
  }
  return { head: toHead(key, info), body: file.createReadStream({ start, ...(end !== undefined && { end }) }) };
}

async function dropUnfinished(
  where: string,
  { before, isOurs }: Parameters<BlobStore['dropUnfinished']>[1],
): Promise<string[]> {
  const dropped: string[] = [];
  for (const name of await ifThere(readdir(where), [])) {
    const [, now, formerly] = matchPartial(name) ?? [];
    const becomes = now ?? formerly;
    if (becomes === undefined || !isOurs(becomes)) continue;
    const file = path.join(where, name);
    const info = await ifThere(stat(file), null);
    if (info === null || info.mtimeMs >= before) continue;
    await rm(file, { force: true });
    dropped.push(name);
  }
  return dropped;
}

function toHead(key: string, info: BigIntStats): BlobHead {
  const modified = Number(info.mtimeNs / 1_000_000n);
  return { key, size: Number(info.size), etag: etagOf(info), modified, sha256: null };
}

/** Returns the etag of a file. Each write makes a new file, with another inode number or time. */
function etagOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino}-${size}-${mtimeNs}`;
}

async function placeIf(folder: string, { partial, target, condition }: Placing): Promise<boolean> {
  if ('isNew' in condition) {
    // Only a link takes a name that is free; a rename would replace an existing file.
    return link(partial, target).then(
      () => true,
      (error: unknown) => {
        if (isCode(error, 'EEXIST')) return false;
        throw error;
      },
    );
  }
  const letGo = takeFolder(folder);
  try {
    // Nothing is awaited under the lock: another waiter in this process would block its release.
    const info = statSync(target, { bigint: true, throwIfNoEntry: false });
    if (!info || etagOf(info) !== condition.etag) return false;
    renameSync(partial, target);
    return true;
  } finally {
    letGo();
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Writes a source into a new file, and flushes it to the disk. */
async function fill(file: string, source: BlobSource): Promise<void> {
  if (Buffer.isBuffer(source)) return writeFile(file, source, { flush: true });
  if (source instanceof Readable) return pipeline(source, createWriteStream(file, { flags: 'wx', flush: true }));
  if ('make' in source) await source.make(file);
  else await copyFile(source.file, file);
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}
