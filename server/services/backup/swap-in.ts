import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { DATABASE_FILE } from '#server/paths.ts';
import { databaseFiles } from './write-backup.ts';

/**
 * Written before the first folder is moved and deleted after the last: as long as it exists, the swap has to be
 * finished.
 */
const JOURNAL = 'restore-under-way.json';
const journalSchema = z.object({
  fresh: z.string().regex(/^restoring-[\w-]+$/),
  aside: z.string().regex(/^before-restore-[\w-]+$/),
});

/** The items that a restore brings and replaces, each with its name in the data folder. */
export const RESTORED = ['uploads', 'originals', DATABASE_FILE] as const;

/**
 * Puts the content of the folder `fresh` in the place of the site's, and the former content into the folder `aside`;
 * both are names in the data folder. All or nothing: a swap that a crash interrupts is completed by {@link finishSwap}.
 * Everything stays within the data folder, because that folder may be a separate mounted disk, and because its lock
 * must stay where it is.
 */
export function swapIn(dataDir: string, names: { fresh: string; aside: string }): void {
  const journal = path.join(dataDir, JOURNAL);
  writeFileSync(`${journal}.partial`, JSON.stringify(names), { mode: 0o600, flush: true });
  renameSync(`${journal}.partial`, journal);
  syncFolder(dataDir);
  finishSwap(dataDir);
}

/**
 * Completes a swap that a crash has interrupted; returns whether there was one. The caller holds the data folder's
 * lock.
 */
export function finishSwap(dataDir: string): boolean {
  const journal = path.join(dataDir, JOURNAL);
  if (!existsSync(journal)) return false;
  const names = journalSchema.parse(JSON.parse(readFileSync(journal, 'utf8')));
  const fresh = path.join(dataDir, names.fresh);
  const aside = path.join(dataDir, names.aside);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of RESTORED) {
    // An item that is no longer in the fresh folder has been moved already.
    if (!existsSync(path.join(fresh, name))) continue;
    for (const old of databaseFiles(name)) {
      if (existsSync(path.join(dataDir, old))) renameSync(path.join(dataDir, old), path.join(aside, old));
    }
    renameSync(path.join(fresh, name), path.join(dataDir, name));
  }
  syncFolder(aside);
  syncFolder(dataDir);
  // There was no former site to keep.
  if (readdirSync(aside).length === 0) rmdirSync(aside);
  rmSync(journal);
  rmSync(fresh, { recursive: true, force: true });
  return true;
}

function syncFolder(folder: string): void {
  // Windows cannot sync a folder.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
