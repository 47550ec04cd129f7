import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LRUCache } from 'lru-cache';
import type { FoundFile } from '../safe-path.ts';
import { MOST_TAKEN_OUT } from './file-place.ts';

/** Files extracted from an archive, in a folder that only this process uses. */
export interface TakenOut {
  /** `key` identifies the file, `name` is its name; `open` returns its bytes, and throws when there are none. */
  fileOf(key: string, name: string, open: () => Promise<Readable>): Promise<FoundFile>;
  /** Extracts a file that stays until `close`, and returns its path. */
  keep(open: () => Promise<Readable>): Promise<string>;
  close(): Promise<void>;
}

/** @param isFault whether an error is a fault of the file, and not an error of the disk */
export function createTakenOut(isFault: (error: unknown) => boolean): TakenOut {
  let folder: Promise<string> | null = null;
  let count = 0;
  const nextPath = async (name: string): Promise<string> => {
    // mkdtemp makes the folder accessible to this user only.
    folder ??= mkdtemp(path.join(tmpdir(), 'ninefold-import-'));
    // Incremented before the first await, because several files are extracted at the same time.
    count += 1;
    const number = String(count);
    const own = path.join(await folder, number);
    await mkdir(own);
    return path.join(own, safeName(name));
  };
  const write = async (name: string, open: () => Promise<Readable>): Promise<string> => {
    const file = await nextPath(name);
    await pipeline(await open(), createWriteStream(file, { mode: 0o600 }));
    return file;
  };
  const kept = new LRUCache<string, Promise<FoundFile>>({
    max: MOST_TAKEN_OUT,
    dispose: (found) => {
      // The deletion is not awaited; a file that remains is deleted with the folder.
      found.then((file) => (file.kind === 'file' ? rm(file.path, { force: true }) : undefined)).catch(() => undefined);
    },
  });
  const take = async (name: string, open: () => Promise<Readable>): Promise<FoundFile> => {
    try {
      const file = await write(name, open);
      return { kind: 'file', path: file, size: (await stat(file)).size };
    } catch (error) {
      if (isFault(error)) return { kind: 'none' };
      throw error;
    }
  };
  return {
    fileOf(key, name, open) {
      const found = kept.get(key) ?? take(name, open);
      kept.set(key, found);
      return found;
    },
    keep: (open) => write('archive.zip', open),
    async close() {
      if (folder !== null) await rm(await folder, { recursive: true, force: true });
    },
  };
}

/** The last part of a name in a form that is valid as a file name everywhere; it is only for display. */
function safeName(name: string): string {
  const last = name.split('/').at(-1) ?? '';
  return (
    last
      .replace(/[^\p{L}\p{N}._ -]/gu, '_')
      .replace(/^\.+/, '')
      .slice(-80) || 'file'
  );
}
