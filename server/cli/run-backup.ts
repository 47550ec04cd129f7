import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import { openSiteBlobs, openStoreOf, sweepWorkFolder, workFolder } from '#server/adapters/blobs/open-blobs.ts';
import { isStoreAddress } from '#server/blob-address.ts';
import { type Config, readConfig } from '#server/config.ts';
import { createRenderEveryPage } from '#server/http/pages/render-every-page.ts';
import { readVersion } from '#server/paths.ts';
import { changeNotes } from '#server/services/backup/backup-folder.ts';
import { backupName } from '#server/services/backup/backup-names.ts';
import { checkBackup } from '#server/services/backup/check-backup.ts';
import { inWorkFolder, storeBackup } from '#server/services/backup/stored-backups.ts';
import { writeBackup } from '#server/services/backup/write-backup.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { runCommand, typedPlace, UsageError } from './command.ts';
import { createProgress, plain } from './progress.ts';
import { builtSite } from './site-renderer.ts';
import { stopSignal } from './stop-signal.ts';

const USAGE = `Usage: npm run backup [-- FILE]

Writes the database and every picture into one file, which must not be there, and proves it: every byte of it is read
back and every published page rendered from it. The server may run meanwhile. Without FILE it goes into BACKUP_DIR, named
by its time. FILE may be in an object store too (s3://bucket/NAME.tar): it is made and proved here, then put there. The file
holds everything the site knows; nobody else may read it.`;

function readFile(): string | null | undefined {
  try {
    const options = { help: { type: 'boolean', short: 'h', default: false } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return null;
    if (positionals.length <= 1) return positionals[0] && typedPlace(positionals[0]);
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  throw new UsageError(USAGE);
}

/** Runs `npm run backup`. */
export async function runBackup(): Promise<void> {
  await runCommand(async () => {
    const given = readFile();
    if (given === null) {
      console.log(USAGE);
      return 0;
    }
    const config = readConfig(process.env);
    const place = given ?? placeIn(config.BACKUP_DIR, backupName(systemClock.now()));
    if (!isStoreAddress(place)) return backup(config, { file: place, shown: place });
    const { store, name } = openStoreOf(config, place);
    await sweepWorkFolder(config, systemClock.now());
    return inWorkFolder({ workFolder: workFolder(config), name }, (file) =>
      backup(config, { file, shown: place, store }),
    );
  });
}

const placeIn = (place: string, name: string) => (isStoreAddress(place) ? `${place}/${name}` : path.join(place, name));

interface Wanted {
  /** The path on this machine. */
  file: string;
  /** The path or address as the owner knows it. */
  shown: string;
  /** The store for the checked file; when absent, the file stays where it is. */
  store?: BlobStore;
}

async function backup(config: Config, { file, shown, store }: Wanted): Promise<number> {
  const folder = path.dirname(file);
  const signal = stopSignal();
  const progress = createProgress(process.stdout);
  const render = createRenderEveryPage({ config, site: builtSite(), clock: systemClock, onPage: progress.show });
  const written = await writeBackup({
    dataDir: config.DATA_DIR,
    blobs: openSiteBlobs(config),
    file,
    clock: systemClock,
    program: readVersion(),
    signal,
  });
  const size = `${(written.bytes / 1024 / 1024).toFixed(1)} MB`;
  progress.say(`Written: ${size}, ${written.pictures} pictures. It is read back, and every page rendered from it.`);
  const proof = await checkBackup({ file, workFolder: folder, render, signal })
    .catch(async (error: unknown) => {
      // A file that cannot be restored is no backup, and must not be taken for one.
      await rm(file, { force: true });
      throw error;
    })
    .finally(progress.end);
  const name = path.basename(file);
  if (store) await storeBackup(store, { name, file });
  const target = store ?? openFolderStore(folder);
  if (target.address === config.BACKUP_DIR) {
    const at = new Date(systemClock.now()).toISOString();
    await changeNotes(target, (notes) => ({ failure: null, verified: { ...notes.verified, [name]: at } }));
  }
  console.log(`Done: ${plain(shown)}, ${size}, ${written.pictures} pictures; ${proof.pages} pages rendered from it.`);
  if (written.missing.length > 0)
    console.log(`These files of pictures were lost before: ${plain(written.missing.join(', '))}`);
  return 0;
}
