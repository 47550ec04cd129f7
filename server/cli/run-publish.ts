import { existsSync, mkdtempSync, realpathSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openStore, sweepWorkFolder, workFolder } from '#server/adapters/blobs/open-blobs.ts';
import { takePublication } from '#server/adapters/data-lock.ts';
import { type Config, readConfig } from '#server/config.ts';
import { makeFolder } from '#server/make-folder.ts';
import { CLIENT_FOLDER, projectRoot } from '#server/paths.ts';
import { type Layout, readManifest } from '#server/services/publication/publication-manifest.ts';
import { publishFiles } from '#server/services/publication/publish-files.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { runCommand, typedPlace, UsageError } from './command.ts';
import { hasSite } from './open-site.ts';
import { createProgress, plain } from './progress.ts';
import { checkPublication } from './publish/check-publication.ts';
import { collectFiles } from './publish/collect-files.ts';
import { openPublication, type Publication } from './publish/open-site-copy.ts';
import { builtSite } from './site-renderer.ts';
import { stopSignal } from './stop-signal.ts';

const USAGE = `Usage: npm run publish -- PLACE [--writer URL] [--check]

Writes the whole reading site as plain files, for a host that runs no program: every page, feed, picture and redirect, and a
search that runs in the reader's browser. PLACE is a folder, or a place in an object store (s3://bucket/prefix); it is empty, or
holds an earlier publication of this site. Only what has changed is written. The server may run meanwhile. At the end the
result is checked: each page is compared with the server's.

  --writer URL  where this server is reached, which takes messages and subscriptions; WRITER_URL when left out
  --check       publishes nothing: reads everything that was published back, and compares it with the site as it is now`;

/** The largest number of faults that are shown. */
const MOST_SHOWN = 20;

interface Wanted {
  place: string;
  writer: string | undefined;
  isCheck: boolean;
}

function readArguments(): Wanted | null {
  try {
    const options = {
      help: { type: 'boolean', short: 'h', default: false },
      writer: { type: 'string' },
      check: { type: 'boolean', default: false },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return null;
    const [place, ...more] = positionals.map(typedPlace);
    if (place !== undefined && more.length === 0) return { place, writer: values.writer, isCheck: values.check };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  throw new UsageError(USAGE);
}

/** Runs `npm run publish`. */
export async function runPublish(): Promise<void> {
  await runCommand(
    async () => {
      const wanted = readArguments();
      if (wanted === null) {
        console.log(USAGE);
        return 0;
      }
      const config = readConfig(process.env);
      if (!hasSite(config))
        throw new UsageError(
          `There is no site in ${config.DATA_DIR} to publish. Set DATA_DIR, or start one with npm start.`,
        );
      const writer = writerOf(config, wanted.writer);
      const store = openStore(config, wanted.place);
      if (!wanted.isCheck) needWritable(store);
      refuseOwnFolders(store, config);
      const letGo = takePublication(config.DATA_DIR);
      if (!letGo) throw new UsageError('Another publication of this site is under way. Wait until it is done.');
      try {
        return await publish({ config, store, writer, isCheck: wanted.isCheck });
      } finally {
        letGo();
      }
    },
    { isForOthers: true },
  );
}

/** Returns the origin that receives what readers send. */
function writerOf({ SITE_URL, WRITER_URL }: Config, given: string | undefined): string {
  const writer = given ?? WRITER_URL;
  if (!URL.canParse(writer) || !/^https?:$/.test(new URL(writer).protocol))
    throw new UsageError(`--writer must be an http or https address, not ${plain(writer)}.`);
  const { origin } = new URL(writer);
  if (origin === new URL(SITE_URL).origin)
    throw new UsageError(
      `Readers get the files at ${SITE_URL}. Say where this server is reached, which takes their messages: set WRITER_URL, or add --writer URL.`,
    );
  return origin;
}

/** Checks that the folder can be written, before the minutes of reading and rendering begin. */
function needWritable({ folder }: BlobStore): void {
  if (folder === null) return;
  try {
    makeFolder(folder);
    // The permissions alone do not show it: root has all of them on a read-only disk, and in /proc.
    rmdirSync(mkdtempSync(path.join(folder, '.ninefold-')));
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split(', ');
    throw new UsageError(`${plain(folder)} cannot be written (${reason}). Name a folder that this user can write in.`);
  }
}

/** Refuses a target inside the site's own data, or around it: everything published is for everybody. */
function refuseOwnFolders({ folder }: BlobStore, config: Config): void {
  if (folder === null || !existsSync(folder)) return;
  const target = realpathSync(folder);
  for (const own of [config.DATA_DIR, config.BLOBS, config.BACKUP_DIR]) {
    if (own.startsWith('s3:')) continue;
    makeFolder(own);
    const there = realpathSync(own);
    if (isWithin(target, there) || isWithin(there, target))
      throw new UsageError(`${plain(folder)} lies with the data of the site in ${there}. Name a folder of its own.`);
  }
}

const isWithin = (folder: string, other: string) => `${folder}${path.sep}`.startsWith(`${other}${path.sep}`);

interface Publishing {
  config: Config;
  store: BlobStore;
  writer: string;
  isCheck: boolean;
}

async function publish({ config, store, writer, isCheck }: Publishing): Promise<number> {
  await sweepWorkFolder(config, systemClock.now());
  const before = (await readManifest(store))?.value.layout;
  const layout: Layout = before ?? (store.folder === null ? 'exact' : 'folders');
  const clientFolder = path.join(projectRoot(), CLIENT_FOLDER);
  const parts = { config, clock: systemClock, renderer: builtSite(), clientFolder, writer, layout };
  const publication = await openPublication(parts);
  try {
    const written = isCheck ? undefined : await write(publication, { config, store, layout });
    return await check(publication, { store, written });
  } finally {
    await publication.close();
  }
}

async function write(
  { site, siteId }: Publication,
  { config, store, layout }: Pick<Publishing, 'config' | 'store'> & { layout: Layout },
): Promise<string[]> {
  const progress = createProgress(process.stdout);
  const collection = collectFiles(site, progress.show);
  const { number, files, bytes, written, deleted } = await publishFiles({
    ...{ store, siteId, layout, files: collection.files, workFolder: workFolder(config), onPut: progress.show },
    signal: stopSignal('Stopped. The site is the old or the new one page by page; the same command completes it.'),
  }).finally(progress.end);
  for (const each of collection.left) console.log(`Left out: ${plain(each)}`);
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  console.log(
    `Done: publication ${number} of ${plain(site.siteUrl)} in ${plain(store.address)}: ${files} files, ${size}; ${written.length} were written, ${deleted.length} deleted.`,
  );
  return written;
}

/**
 * Checks a publication and returns the exit code. Right after a publication only its new files are read back, else all
 * of them.
 */
async function check(
  { site, siteId, askServer }: Publication,
  { store, written }: { store: BlobStore; written: string[] | undefined },
): Promise<number> {
  const progress = createProgress(process.stdout);
  const { siteUrl, writer } = site;
  const { files, pages, faults } = await checkPublication({
    ...{ store, siteId, siteUrl, writer, askServer, only: written, onPage: progress.show },
    signal: stopSignal('Stopped before everything was checked. Nothing was changed by that.'),
  }).finally(progress.end);
  if (faults.length === 0) {
    console.log(`Checked: ${files} files read back, ${pages} pages compared with the server's: all are the same.`);
    return 0;
  }
  console.error(
    `${faults.length} faults:\n${faults
      .slice(0, MOST_SHOWN)
      .map((fault) => `  ${plain(fault)}`)
      .join('\n')}`,
  );
  if (faults.length > MOST_SHOWN) console.error(`  and ${faults.length - MOST_SHOWN} more`);
  return 1;
}
