import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { timeOfName } from './backup-names.ts';
import { PARTIAL } from './write-backup.ts';

/** What is known of the backups in a folder beside their files; kept there, so that it survives the site. */
const NOTES = 'backups.json';
/** Milliseconds a half-written backup may stand still before it counts as left behind by a crash. */
const PARTIAL_KEPT = 60 * 60 * 1000;

const notesSchema = z.object({
  /** When each backup was last proved, by its name. */
  verified: z.record(z.string(), z.iso.datetime()),
  /** The last run, when it failed. */
  failure: z.object({ at: z.iso.datetime(), message: z.string() }).nullable(),
});
type BackupNotes = z.output<typeof notesSchema>;

/** A backup in the folder. `size` in bytes, times in milliseconds since 1970. */
interface KeptBackup {
  name: string;
  size: number;
  createdAt: number;
}

/** What is noted; nothing where there are no notes, or none that can be read. */
export async function readNotes(folder: string): Promise<BackupNotes> {
  try {
    return notesSchema.parse(JSON.parse(await readFile(path.join(folder, NOTES), 'utf8')));
  } catch {
    // Notes are no proof and no backup: without them a backup counts as not proved yet.
    return { verified: {}, failure: null };
  }
}

/** Changes the notes; what they say of files that are gone is dropped. */
export async function changeNotes(folder: string, change: (notes: BackupNotes) => BackupNotes): Promise<void> {
  const notes = change(await readNotes(folder));
  const names = new Set((await listBackups(folder)).map(({ name }) => name));
  const verified = Object.fromEntries(Object.entries(notes.verified).filter(([name]) => names.has(name)));
  const partial = path.join(folder, `.${NOTES}.${randomBytes(6).toString('hex')}.partial`);
  try {
    await writeFile(partial, `${JSON.stringify({ ...notes, verified }, null, 1)}\n`, { mode: 0o600, flush: true });
    await rename(partial, path.join(folder, NOTES));
  } finally {
    await rm(partial, { force: true });
  }
}

/** The backups named by their time, newest first; empty where there is no folder. */
export async function listBackups(folder: string): Promise<KeptBackup[]> {
  const found: KeptBackup[] = [];
  for (const name of await namesIn(folder)) {
    const createdAt = timeOfName(name);
    if (createdAt === null) continue;
    const info = await stat(path.join(folder, name)).catch(() => null);
    if (info?.isFile()) found.push({ name, size: info.size, createdAt });
  }
  return found.toSorted((a, b) => b.createdAt - a.createdAt);
}

/**
 * Deletes all but the `keep` newest, and what crashed runs have left; `newest` is the one just made, and stays. What is
 * dated in the future was made while the clock was wrong, before everything else. Gives the names of deleted backups.
 */
export async function dropOldBackups(
  folder: string,
  { keep, newest, now }: { keep: number; newest: string; now: number },
): Promise<string[]> {
  const age = ({ name, createdAt }: KeptBackup) => {
    if (name === newest) return -1;
    return createdAt > now ? Number.POSITIVE_INFINITY : now - createdAt;
  };
  const backups = await listBackups(folder);
  const old = backups.toSorted((a, b) => age(a) - age(b)).slice(keep);
  for (const { name } of old) await rm(path.join(folder, name), { force: true });
  await dropPartials(folder, now);
  return old.map(({ name }) => name);
}

async function dropPartials(folder: string, now: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (!PARTIAL.test(name)) continue;
    const file = path.join(folder, name);
    const info = await stat(file).catch(() => null);
    if (info && now - info.mtimeMs > PARTIAL_KEPT) await rm(file, { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
