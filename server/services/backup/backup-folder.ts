import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { timeOfName } from './backup-names.ts';

/** What is known of the backups in a store beside their files; kept there, so that it survives the site. */
const NOTES = 'backups.json';
/** Milliseconds a half-written backup may stand still before it counts as left behind by a crash. */
const PARTIAL_RETENTION = 60 * 60 * 1000;
/** And one on its way to a store elsewhere, which tells only when it was begun. */
const UPLOAD_RETENTION = 24 * PARTIAL_RETENTION;

const notesSchema = z.object({
  /** When each backup was last proved, by its name. */
  verified: z.record(z.string(), z.iso.datetime()),
  /** The last run, when it failed. */
  failure: z.object({ at: z.iso.datetime(), message: z.string() }).nullable(),
});
type BackupNotes = z.output<typeof notesSchema>;

/** A backup in the store. `size` in bytes, times in milliseconds since 1970. */
interface KeptBackup {
  name: string;
  size: number;
  createdAt: number;
}

/** What is noted; nothing where there are no notes, or none that can be read. */
export async function readNotes(store: BlobStore): Promise<BackupNotes> {
  try {
    const read = await store.get(NOTES);
    return notesSchema.parse(JSON.parse(read ? await text(read.body) : ''));
  } catch {
    // Notes are no proof and no backup: without them a backup counts as not proved yet.
    return { verified: {}, failure: null };
  }
}

/** Changes the notes; what they say of backups that are gone is dropped. */
export async function changeNotes(store: BlobStore, change: (notes: BackupNotes) => BackupNotes): Promise<void> {
  const notes = change(await readNotes(store));
  const names = new Set((await listBackups(store)).map(({ name }) => name));
  const verified = Object.fromEntries(Object.entries(notes.verified).filter(([name]) => names.has(name)));
  await store.put(NOTES, Buffer.from(`${JSON.stringify({ ...notes, verified }, null, 1)}\n`));
}

/** The backups named by their time, newest first; empty where there is no folder. */
export async function listBackups(store: BlobStore): Promise<KeptBackup[]> {
  const found: KeptBackup[] = [];
  for await (const { key, size } of store.list('')) {
    const createdAt = timeOfName(key);
    if (createdAt !== null) found.push({ name: key, size, createdAt });
  }
  return found.toSorted((a, b) => b.createdAt - a.createdAt);
}

/**
 * Deletes all but the `keep` newest, and what crashed runs have left; `newest` is the one just made, and stays. What is
 * dated in the future was made while the clock was wrong, before everything else. Gives the names of deleted backups.
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
