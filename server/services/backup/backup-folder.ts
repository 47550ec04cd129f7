import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { timeOfName } from './backup-names.ts';

/** The notes about the backups in a store; they are kept in the store, so that they survive the site. */
const NOTES = 'backups.json';
/** Milliseconds without progress after which a half-written backup counts as left behind by a crash. */
const PARTIAL_RETENTION = 60 * 60 * 1000;
/** The same for an upload to an object store, whose only known time is that of its beginning. */
const UPLOAD_RETENTION = 24 * PARTIAL_RETENTION;

const notesSchema = z.object({
  /** The time at which each backup was last verified, by its name. */
  verified: z.record(z.string(), z.iso.datetime()),
  /** The last run, if it failed. */
  failure: z.object({ at: z.iso.datetime(), message: z.string() }).nullable(),
});
type BackupNotes = z.output<typeof notesSchema>;

/** A backup in the store. `size` in bytes, times in milliseconds since 1970. */
interface KeptBackup {
  name: string;
  size: number;
  createdAt: number;
}

/** The stored notes; empty when there are none, or none that can be read. */
export async function readNotes(store: BlobStore): Promise<BackupNotes> {
  try {
    const read = await store.get(NOTES);
    return notesSchema.parse(JSON.parse(read ? await text(read.body) : ''));
  } catch {
    // Notes are neither a proof nor a backup: without them a backup counts as not verified yet.
    return { verified: {}, failure: null };
  }
}

/** Changes the notes; notes about backups that no longer exist are dropped. */
export async function changeNotes(store: BlobStore, change: (notes: BackupNotes) => BackupNotes): Promise<void> {
  const notes = change(await readNotes(store));
  const names = new Set((await listBackups(store)).map(({ name }) => name));
  const verified = Object.fromEntries(Object.entries(notes.verified).filter(([name]) => names.has(name)));
  await store.put(NOTES, Buffer.from(`${JSON.stringify({ ...notes, verified }, null, 1)}\n`));
}

/** The backups that are named by their time, newest first; empty when there is no folder. */
export async function listBackups(store: BlobStore): Promise<KeptBackup[]> {
  const found: KeptBackup[] = [];
  for await (const { key, size } of store.list('')) {
    const createdAt = timeOfName(key);
    if (createdAt !== null) found.push({ name: key, size, createdAt });
  }
  return found.toSorted((a, b) => b.createdAt - a.createdAt);
}

/**
 * Deletes all but the `keep` newest backups, and the leftovers of crashed runs; `newest` is the backup just made, and
 * stays. A backup dated in the future was made while the clock was wrong, and counts as the oldest. Returns the names
 * of the deleted backups.
 */
export async function dropOldBackups(
  store: BlobStore,
  { keep, newest, now }: { keep: number; newest: string; now: number },
): Promise<string[]> {
  const age = ({ name, createdAt }: KeptBackup) => {
    if (name === newest) return -1;
    return createdAt > now ? Number.POSITIVE_INFINITY : now - createdAt;
  };
  const backups = await listBackups(store);
  const old = backups.toSorted((a, b) => age(a) - age(b)).slice(keep);
  for (const { name } of old) await store.delete(name);
  const retention = store.folder === null ? UPLOAD_RETENTION : PARTIAL_RETENTION;
  await store.dropUnfinished('', { before: now - retention, isOurs: () => true });
  return old.map(({ name }) => name);
}
