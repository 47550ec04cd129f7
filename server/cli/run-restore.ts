import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { openSiteBlobs, openStore, openStoreOf, workFolder } from '#server/adapters/blobs/open-blobs.ts';
import { isStoreAddress } from '#server/blob-address.ts';
import { type Config, readConfig } from '#server/config.ts';
import { createRenderEveryPage } from '#server/http/pages/render-every-page.ts';
import { BackupFault } from '#server/services/backup/backup-fault.ts';
import { listBackups } from '#server/services/backup/backup-folder.ts';
import { checkBackup } from '#server/services/backup/check-backup.ts';
import type { Proof } from '#server/services/backup/prove-backup.ts';
import { restoreBackup } from '#server/services/backup/restore-backup.ts';
import { fetchBackup, inWorkFolder } from '#server/services/backup/stored-backups.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { runCommand, typedPlace, UsageError } from './command.ts';
import { createProgress, plain } from './progress.ts';
import { builtSite } from './site-renderer.ts';
import { stopSignal } from './stop-signal.ts';

const USAGE = `Usage: npm run restore -- FILE [--replace | --check]

Puts a backup into DATA_DIR, after it has proved it: every byte is checked and every published page rendered from it. The
server must not run meanwhile. Everybody is signed out. FILE may be in an object store (s3://bucket/NAME.tar); pictures go to
where BLOBS says. FILE "newest" is the newest backup of BACKUP_DIR.

  --replace   put it in the place of the site that is there, which is kept aside
  --check     only prove it; the server may run`;

/** Means the newest backup, so that one command can replace a dead machine. */
const NEWEST = 'newest';

interface Request {
  file: string;
  isReplacing: boolean;
  isCheck: boolean;
}

function readRequest(): Request | null {
  const flag = { type: 'boolean', default: false } as const;
  const options = { help: { ...flag, short: 'h' }, replace: flag, check: flag } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return null;
    const [file, ...more] = positionals;
    if (file && more.length === 0 && !(values.replace && values.check))
      return { file: file === NEWEST ? file : typedPlace(file), isReplacing: values.replace, isCheck: values.check };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  throw new UsageError(USAGE);
}

function tell(said: string, { pages, pictures, createdAt, missing }: Proof): void {
  console.log(`${said}: the site of ${createdAt}, ${pictures} pictures; all its ${pages} pages were rendered.`);
  if (missing.length > 0) console.log(`These files of pictures were lost before: ${plain(missing.join(', '))}`);
}

/** Runs `npm run restore`. */
export async function runRestore(): Promise<void> {
  await runCommand(async () => {
    const request = readRequest();
    if (request === null) {
      console.log(USAGE);
      return 0;
    }
    const config = readConfig(process.env);
    if (request.file !== NEWEST && !isStoreAddress(request.file)) return restore(config, request);
    const { store, name } = request.file === NEWEST ? await newestBackup(config) : openStoreOf(config, request.file);
    // Checked before anything is created: a wrong name leaves nothing behind.
    if (!(await store.head(name))) throw new BackupFault(`There is no ${name} in ${store.address}.`);
    return inWorkFolder({ workFolder: workFolder(config), name }, async (file) => {
      await fetchBackup(store, { name, file });
      return restore(config, { ...request, file });
    });
  });
}

async function newestBackup(config: Config) {
  const store = openStore(config, config.BACKUP_DIR);
  const [newest] = await listBackups(store);
  if (!newest) throw new BackupFault(`There is no backup in ${store.address}.`);
  console.log(`The newest backup of ${store.address} is ${newest.name}.`);
  return { store, name: newest.name };
}

async function restore(config: Config, request: Request): Promise<number> {
  const signal = stopSignal();
  const progress = createProgress(process.stdout);
  const render = createRenderEveryPage({ config, site: builtSite(), clock: systemClock, onPage: progress.show });
  const { file, isReplacing } = request;
  if (request.isCheck) {
    tell('The backup is good', await checkBackup({ file, workFolder: tmpdir(), render, signal }).finally(progress.end));
    return 0;
  }
  const restored = await restoreBackup({
    file,
    dataDir: config.DATA_DIR,
    blobs: openSiteBlobs(config),
    isReplacing,
    clock: systemClock,
    render,
    signal,
  }).finally(progress.end);
  tell('Restored', restored);
  if (restored.aside !== null) console.log(`The site from before is kept in ${plain(restored.aside)}`);
  return 0;
}
