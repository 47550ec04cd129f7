import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

/** Milliseconds that a file of the cache stays after its path was given to a caller, who opens it by that path. */
const READING_GRACE = 60_000;
/** Milliseconds after which an unfinished file must come from a process that was killed. */
const PARTIAL_RETENTION = 60 * 60 * 1000;

/** A cache of recently read blobs on this machine's disk. Its files may be deleted at any time. */
export interface DiskCache {
  /** Returns the path of a blob's copy; null when there is none. */
  find(key: string): Promise<string | null>;
  /** Lets `write` write a copy into a new file, which replaces an existing copy; returns the copy's path. */
  fill(key: string, write: (file: string) => Promise<void>): Promise<string>;
  drop(key: string): Promise<void>;
  /** Deletes the least recently read half, for a disk that is full. */
  makeRoom(): Promise<void>;
}

/** Creates a cache of at most `maxBytes` in `folder`, which other processes of the same site may use as well. */
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
      // A file that cannot be deleted is found again at the next start.
      void rm(fileOf(key), { force: true }).catch(() => undefined);
    };
    // While the cache reports a dropped entry, it still contains that entry.
    if (age >= READING_GRACE) queueMicrotask(remove);
    else setTimeout(remove, READING_GRACE - age).unref();
  };
  const remember = (key: string, size: number) => {
    used.set(key, Date.now());
    // A file larger than the whole cache is removed soon.
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
        // Otherwise half a file could be served for ever after a power cut.
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

/** Returns the copies in a folder, the oldest first. Files that a killed process has left are deleted. */
async function copiesIn(folder: string): Promise<{ key: string; size: number }[]> {
  const found: { key: string; size: number; time: number }[] = [];
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of names.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const info = await stat(file).catch(() => null);
    if (!info) continue;
    if (!entry.name.endsWith('.partial')) {
      // Not the modification time: that is set to the time at which the blob was put.
      found.push({ key: path.relative(folder, file).split(path.sep).join('/'), size: info.size, time: info.ctimeMs });
    } else if (Date.now() - info.ctimeMs > PARTIAL_RETENTION) await rm(file, { force: true });
  }
  return found.sort((a, b) => a.time - b.time);
}
