import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

/** Milliseconds a file of the cache stays after it was given to somebody, who opens it by its name. */
const READING_GRACE = 60_000;
/** Milliseconds after which a file that is not finished was left by a process that was killed. */
const PARTIAL_RETENTION = 60 * 60 * 1000;

/** Copies of blobs on this machine's disk, those that were read last. They may be deleted at any time. */
export interface DiskCache {
  /** The path of a blob's copy; null where there is none. */
  find(key: string): Promise<string | null>;
  /** Has a copy written into a new file, which takes the place of another; gives its path. */
  fill(key: string, write: (file: string) => Promise<void>): Promise<string>;
  drop(key: string): Promise<void>;
  /** Deletes the half that was read longest ago, for a disk that is full. */
  makeRoom(): Promise<void>;
}

/** Keeps at most `maxBytes` in `folder`, which other processes of the same site may use as well. */
export function createDiskCache({ folder, maxBytes }: { folder: string; maxBytes: number }): DiskCache {
  const fileOf = (key: string) => path.join(folder, ...key.split('/'));
  const used = new Map<string, number>();
  const known = new LRUCache<string, number>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (size) => Math.max(1, size),
    dispose: (_size, key, reason) => {
      if (reason === 'evict') removeLater(key);
    },
  });
  const removeLater = (key: string) => {
    const age = Date.now() - (used.get(key) ?? 0);
    const remove = () => {
      if (known.has(key)) return;
      used.delete(key);
      // One that cannot be deleted is found again at the next start.
      void rm(fileOf(key), { force: true }).catch(() => undefined);
    };
    // While it is told of one it drops, the cache has it still.
    if (age >= READING_GRACE) queueMicrotask(remove);
    else setTimeout(remove, READING_GRACE - age).unref();
  };
  const remember = (key: string, size: number) => {
    used.set(key, Date.now());
    // What is larger than the whole cache is no part of it for long.
    if (!known.set(key, size).has(key)) removeLater(key);
  };
  let filled: Promise<void> | undefined;
  const lookThrough = async () => {
    for (const { key, size } of await copiesIn(folder)) if (!known.has(key)) known.set(key, size);
  };

  return {
    async find(key) {
      filled ??= lookThrough();
      await filled;
      const file = fileOf(key);
      const info = await stat(file).catch(() => null);
      if (!info?.isFile()) {
        known.delete(key);
        return null;
      }
      remember(key, info.size);
      return file;
    },
    async fill(key, write) {
      const file = fileOf(key);
      await mkdir(path.dirname(file), { recursive: true });
      const partial = `${file}.${randomBytes(6).toString('hex')}.partial`;
      try {
        await write(partial);
        const handle = await open(partial, 'r+');
        // After a power cut half a file would be served for ever.
        await handle.sync().finally(() => handle.close());
        await rename(partial, file);
        remember(key, (await stat(file)).size);
        return file;
      } finally {
        await rm(partial, { force: true });
      }
    },
    async makeRoom() {
      filled ??= lookThrough();
      await filled;
      const most = known.calculatedSize / 2;
      const oldest = [...known.keys()].reverse();
      for (const key of oldest) {
        if (known.calculatedSize <= most) return;
        known.delete(key);
        await rm(fileOf(key), { force: true });
      }
    },
    async drop(key) {
      known.delete(key);
      used.delete(key);
      await rm(fileOf(key), { force: true });
    },
  };
}

/** The copies in a folder, the one that was written first first. What a process that was killed has left is deleted. */
async function copiesIn(folder: string): Promise<{ key: string; size: number }[]> {
  const found: { key: string; size: number; time: number }[] = [];
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of names.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const info = await stat(file).catch(() => null);
    if (!info) continue;
    if (!entry.name.endsWith('.partial')) {
      // Not when it was written, which is said to be when its blob was put.
      found.push({ key: path.relative(folder, file).split(path.sep).join('/'), size: info.size, time: info.ctimeMs });
    } else if (Date.now() - info.ctimeMs > PARTIAL_RETENTION) await rm(file, { force: true });
  }
  return found.sort((a, b) => a.time - b.time);
}
