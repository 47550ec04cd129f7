import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { folderBlobs } from '#server/adapters/blobs/open-blobs.ts';
import type { SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import { lockDataFolder } from '#server/adapters/data-lock.ts';
import { isOpenInOtherProgram } from '#server/db/check.ts';
import { type OpenDatabase, openDatabase, openReader } from '#server/db/open.ts';
import { makeFolder } from '#server/make-folder.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { deleteAllPasswordResets } from '#server/repositories/accounts/password-resets.ts';
import { pauseBatches } from '#server/repositories/ai-batches.ts';
import { deleteApiTokens } from '#server/repositories/api-tokens.ts';
import { readBackupRows } from '#server/repositories/backup-rows.ts';
import { highestNumber, liftNumbers } from '#server/repositories/given-numbers.ts';
import { noteInAudit } from '#server/repositories/history/audit.ts';
import { endImports } from '#server/repositories/imports/imports.ts';
import { forgetNews } from '#server/repositories/letters/letter-posts.ts';
import { endOpenLetters } from '#server/repositories/letters/letters.ts';
import { recordDuePosts } from '#server/repositories/posts/post-events.ts';
import { forgetHtml } from '#server/repositories/posts/post-html.ts';
import { endNotGoodSince, readGoodSince } from '#server/repositories/second-factors/ended-since.ts';
import { destroySessions } from '#server/repositories/sessions.ts';
import { noteRestored } from '#server/repositories/settings.ts';
import { deleteAllPending } from '#server/repositories/subscribers/pending-subscriptions.ts';
import { endWebhooks } from '#server/repositories/webhooks.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { asBackupFault, BackupFault } from './backup-fault.ts';
import { timeInName } from './backup-names.ts';
import { bringPictures } from './bring-pictures.ts';
import { pictureEntries } from './picture-entries.ts';
import { type Proof, proveBackup, type RenderEveryPage } from './prove-backup.ts';
import { readArchive } from './read-archive.ts';
import { finishSwap, RESTORED, swapIn } from './swap-in.ts';

/** More numbers than a site assigns between a backup and its restore: a million saves of one post, a million posts. */
const MARGIN = 1_000_000;

const RESTORED_BATCH =
  'The site was put back from a backup. What was written after the backup was made is not known here, and would be bought again.';

const RESTORED_LETTER =
  'The site was put back from a backup. Who has got this letter since the backup was made is not known here.';
/** A copy that is restored only to be looked at must not tell anyone that it is the site. */
const RESTORED_WEBHOOK =
  'The site was put back from a backup. Switch the webhook on when this is the site that is to tell of its posts.';
const RESTORED_IMPORT =
  'The site was put back from a backup, which does not hold the file. Begin a new import with it.';

interface RestoreOptions {
  file: string;
  dataDir: string;
  /** The target store of the site's pictures; `dataDir` when absent. */
  blobs?: SiteBlobs | undefined;
  /** Whether an existing site may be replaced. */
  isReplacing: boolean;
  clock: Clock;
  render: RenderEveryPage;
  signal?: AbortSignal | undefined;
}

interface Restored extends Proof {
  /** The folder in which the former site is kept; null when there was none. */
  aside: string | null;
}

/**
 * Restores a backup. It is first extracted beside the site and verified there; only then does it replace the site, and
 * the former site is kept aside. The site keeps its id. Every session and every token ends, and every webhook is
 * switched off: one that the owner has ended since the backup must not become valid again, and neither must a recovery
 * code that was used or a passkey that was removed. No version of a post and no id is assigned a second time: devices
 * remember the numbers that were assigned since the backup.
 * @throws BackupFault, DataFolderBusyError: the existing site is unchanged.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { file, dataDir, isReplacing, clock } = options;
  // Checked before the data folder is made, so that a wrong name leaves nothing behind.
  if (!existsSync(file)) throw new BackupFault(`There is no file ${file}.`);
  const isFirst = !existsSync(dataDir);
  makeFolder(dataDir);
  const letGo = lockDataFolder(dataDir);
  const time = timeInName(clock.now());
  const fresh = path.join(dataDir, `restoring-${time}`);
  try {
    finishSwap(dataDir);
    removeLeftovers(dataDir);
    const { blobs = folderBlobs(dataDir), signal } = options;
    const own = blobs.writer === null ? RESTORED : [DATABASE_FILE];
    const hasSite = own.some((name) => existsSync(path.join(dataDir, name)));
    if (hasSite && !isReplacing)
      throw new BackupFault(`There is a site in ${dataDir} already. Say --replace to put the backup in its place.`);
    const proof = await takeOut(fresh, options);
    const aside = freeName(dataDir, `before-restore-${time}`);
    if (blobs.writer !== null) await bringPictures({ blobs, siteId: proof.siteId, fresh, aside, signal });
    const old = path.join(dataDir, DATABASE_FILE);
    if (existsSync(old) && isOpenInOtherProgram(old))
      throw new BackupFault(`Another program works on the database in ${dataDir}. Try again when it is done.`);
    swapIn(dataDir, { fresh: path.basename(fresh), aside });
    return { ...proof, aside: hasSite ? path.join(dataDir, aside) : null };
  } catch (error) {
    throw asBackupFault(error, dataDir);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    letGo();
    if (isFirst && !existsSync(path.join(dataDir, DATABASE_FILE))) await rm(dataDir, { recursive: true, force: true });
  }
}

/** Extracts the backup into a folder of its own, verifies it, and turns it into the restored site. */
async function takeOut(fresh: string, { file, dataDir, clock, render, signal }: RestoreOptions): Promise<Proof> {
  for (const name of ['uploads', 'originals']) await mkdir(path.join(fresh, name), { recursive: true });
  const manifest = await readArchive(file, { place: (name) => path.join(fresh, name), signal });
  const databaseFile = path.join(fresh, DATABASE_FILE);
  const proof = await proveBackup(databaseFile, { manifest, render, signal });
  const database = openDatabase(databaseFile);
  try {
    await destroySessions(database.db);
    await deleteApiTokens(database.db);
    await deleteAllPasswordResets(database.db);
    const old = path.join(dataDir, DATABASE_FILE);
    const since = ofOldSite(old, readGoodSince, null);
    if (since) endNotGoodSince(database.sqlite, since, new Date(clock.now()).toISOString());
    // The HTML in a backup is not trusted: it is rendered again from the text.
    await forgetHtml(database.db);
    // The links of pending subscriptions are days old, and may have been used since.
    await deleteAllPending(database.db);
    await endWebhooks(database.db, RESTORED_WEBHOOK);
    // Purchases that batches have made since the backup are unknown: the owner decides whether the batches continue.
    await pauseBatches(database.db, RESTORED_BATCH);
    // Nobody may get a letter twice, and letters that the site has sent since the backup are unknown too.
    await endOpenLetters(database.db, RESTORED_LETTER, clock.now());
    await forgetNews(database.db);
    // The files of imports are not in the backup.
    await endImports(database.db, RESTORED_IMPORT);
    // Posts whose time came while the backup was stored: the original site has announced them, or never will.
    await recordDuePosts(database.db, clock.now(), 'restore');
    const known = Math.max(highestNumber(database.sqlite), ofOldSite(old, highestNumber, 0));
    // The backed-up machine may come back, and must not return readers to its older state.
    await noteRestored(database.db, clock.now());
    const by = { kind: 'command', device: '' } as const;
    await noteInAudit(database.db, { event: 'site_restored', name: path.basename(file), by }, clock.now());
    // The backup does not know the numbers that were assigned after it; the replaced site knows them, but may be lost.
    // The seconds since 1970 are for a backup that is restored twice, in different places: the later restore begins
    // above the numbers that the earlier one has assigned.
    liftNumbers(database.sqlite, Math.max(known + MARGIN, Math.floor(clock.now() / 1000)));
    // A picture that was deleted while the backup was made may be in it without its row.
    const wanted = new Set(pictureEntries(readBackupRows(database.sqlite).pictures));
    for (const { name } of manifest.entries) {
      if (name !== DATABASE_FILE && !wanted.has(name)) await rm(path.join(fresh, name));
    }
  } finally {
    await database.close();
  }
  return proof;
}

/** A value read from the database that is to be replaced; `none` when there is no readable database. */
function ofOldSite<T>(file: string, read: (sqlite: OpenDatabase['sqlite']) => T, none: T): T {
  if (!existsSync(file)) return none;
  try {
    const reader = openReader(file);
    try {
      return read(reader);
    } finally {
      reader.close();
    }
  } catch (error) {
    // A damaged database is the usual reason for a restore, and an older one may lack tables; the file is kept aside as
    // it is.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_')) return none;
    throw error;
  }
}

/** Removes what a restore has left that was killed before its swap. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (/^restoring-[\w-]+$/.test(name)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

function freeName(folder: string, name: string): string {
  let free = name;
  for (let number = 2; existsSync(path.join(folder, free)); number += 1) free = `${name}-${number}`;
  return free;
}
