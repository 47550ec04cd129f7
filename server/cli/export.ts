import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { openSiteBlobs } from '#server/adapters/blobs/open-blobs.ts';
import { createPictureFiles } from '#server/adapters/picture-files.ts';
import { readConfig } from '#server/config.ts';
import { isCopyName, openSiteCopy } from '#server/services/export/export-copy.ts';
import { openExportFolder } from '#server/services/export/export-folder.ts';
import { exportPosts } from '#server/services/export/export-posts.ts';
import { openExportZip } from '#server/services/export/export-zip.ts';
import { exportGhost } from '#server/services/export/ghost/export-ghost.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { runCommand, typedPath, UsageError } from './command.ts';
import { hasSite } from './open-site.ts';
import { createProgress, plain } from './progress.ts';

const USAGE = `Usage: npm run export -- PATH [--ghost [--without-pictures]]

Writes everything you take along: every post as Markdown with YAML front matter, the originals of all pictures, and what
else there is (authors, categories, tags, redirects, prompts, codices, settings, subscribers) as JSON. An import of it
brings the same site back. PATH is an empty folder, an earlier export, or FILE.zip.

  --ghost             a FILE.zip that Ghost imports, in place of it
  --without-pictures  no pictures in that; its posts show those of this site`;

interface Wanted {
  /** A folder, or an archive; "-" is the standard output. */
  place: string;
  isGhost: boolean;
  hasPictures: boolean;
  /** The name of the copy of the site, so that somebody else can remove the copy when this program cannot. */
  copy?: string | undefined;
}

function readArguments(): Wanted | null {
  try {
    const options = {
      help: { type: 'boolean', short: 'h', default: false },
      ghost: { type: 'boolean', default: false },
      'without-pictures': { type: 'boolean', default: false },
      // Used by the server only, and not listed in the help.
      copy: { type: 'string' },
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return null;
    const [typed] = positionals;
    const isArchive = typed === '-' || typed?.toLowerCase().endsWith('.zip');
    const { copy } = values;
    const isUsable = (isArchive || !values.ghost) && (copy === undefined || isCopyName(copy));
    if (typed && positionals.length === 1 && isUsable) {
      const place = typed === '-' ? typed : typedPath(typed);
      return { place, isGhost: values.ghost, hasPictures: !values['without-pictures'], copy };
    }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  throw new UsageError(USAGE);
}

/** The result of an export. `removed` counts the files of an earlier export in the same folder that were deleted. */
interface Exported {
  posts: number;
  pictures: number;
  missingPictures: string[];
  removed?: number;
}

async function write(
  { place, isGhost, hasPictures, copy: name }: Wanted,
  show: (done: number, total: number, what: string) => void,
) {
  const config = readConfig(process.env);
  if (!hasSite(config))
    throw new UsageError(
      `There is no site in ${config.DATA_DIR} to export. Set DATA_DIR, or start one with npm start.`,
    );
  const copy = await openSiteCopy(config.DATA_DIR, systemClock.now(), name);
  const site = { db: copy.db, clock: systemClock, onProgress: show };
  const pictures = createPictureFiles(openSiteBlobs(config));
  const toArchive = (out: Writable): Promise<Exported> =>
    isGhost
      ? exportGhost({ ...site, files: pictures, out, siteUrl: config.SITE_URL, hasPictures })
      : exportPosts({ ...site, pictures, target: openExportZip(out, systemClock.now()) });
  try {
    if (place === '-') return await toArchive(process.stdout);
    if (!place.toLowerCase().endsWith('.zip'))
      return await exportPosts({ ...site, pictures, target: await openExportFolder(place) });
    return await wholeFile(place, toArchive);
  } finally {
    await copy.close();
  }
}

/** Writes a file that gets its name only when it is complete. */
async function wholeFile(file: string, fill: (out: Writable) => Promise<Exported>): Promise<Exported> {
  const partial = path.join(path.dirname(file), `.${path.basename(file)}.partial`);
  try {
    // The file names the subscribers and holds their links: nobody else may read it.
    const exported = await fill(createWriteStream(partial, { mode: 0o600, flush: true }));
    await rename(partial, file);
    return exported;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

await runCommand(async () => {
  const wanted = readArguments();
  if (wanted === null) {
    console.log(USAGE);
    return 0;
  }
  // Messages must not get into the written data.
  const isStream = wanted.place === '-';
  const say = isStream ? console.error : console.log;
  const progress = createProgress(isStream ? process.stderr : process.stdout);
  try {
    const { posts, pictures, missingPictures, removed = 0 } = await write(wanted, isStream ? () => {} : progress.show);
    progress.end();
    say(`Done: ${posts} posts and ${pictures} pictures${isStream ? '' : ` in ${plain(wanted.place)}`}`);
    if (removed > 0) say(`${removed} files of the export before are gone: their posts or pictures are.`);
    if (missingPictures.length === 0) return 0;
    say(`The files of these pictures are missing: ${plain(missingPictures.join(', '))}`);
    return isStream ? 0 : 1;
  } finally {
    progress.end();
  }
});
