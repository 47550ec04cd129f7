import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { isPublishedName, PUBLISHED_FOLDER, type PublishedManifest } from './manifest.ts';

/** Milliseconds for which a file stays after the last manifest that named it: readers may be fetching it. */
const RETENTION = 10 * 60_000;
/** The same for a file about which this server does not know which manifest named it, and until when. */
const UNKNOWN_RETENTION = 60 * 60_000;
/** Milliseconds between two listings of the store when no file is known to be old: each listing costs a request. */
const LOOK_EVERY = 60 * 60_000;

/** The files that manifests name. */
export interface PublishedFiles {
  /** Puts a file unless it exists: its name contains its sum. */
  put(key: string, file: string, bytes: number): Promise<void>;
  /** Says that a newer manifest has replaced this one. */
  superseded(manifest: PublishedManifest): void;
  /** Deletes files that no manifest has named for ten minutes. `current` is the current manifest. */
  sweep(current: PublishedManifest): Promise<void>;
}

export function createPublishedFiles(store: BlobStore, now: () => number): PublishedFiles {
  /** The times until which the files of earlier manifests are kept, by key. */
  const keptUntil = new Map<string, number>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const isToLook = () => now() - lookedAt >= LOOK_EVERY || [...keptUntil.values()].some((until) => until <= now());
  return {
    async put(key, file, bytes) {
      const there = await store.head(key);
      if (there?.size === bytes) return;
      await store.put(key, { file }, { type: 'application/octet-stream' });
    },
    superseded(manifest) {
      for (const key of keysOf(manifest)) keptUntil.set(key, now() + RETENTION);
    },
    async sweep(current) {
      if (!isToLook()) return;
      const named = new Set(keysOf(current));
      for await (const { key, modified } of store.list(PUBLISHED_FOLDER)) {
        const name = key.slice(PUBLISHED_FOLDER.length + 1);
        const until = keptUntil.get(key) ?? modified + UNKNOWN_RETENTION;
        if (named.has(key) || !isPublishedName(name) || until > now()) continue;
        await store.delete(key);
      }
      for (const [key, until] of keptUntil) if (until <= now()) keptUntil.delete(key);
      await store.dropUnfinished(PUBLISHED_FOLDER, { before: now() - UNKNOWN_RETENTION, isOurs: isPublishedName });
      lookedAt = now();
    },
  };
}

const keysOf = ({ database, due }: PublishedManifest) => [database.key, ...(due ? [due.key] : [])];
