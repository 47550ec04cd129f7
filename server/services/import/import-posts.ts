import { realpath } from 'node:fs/promises';
import type { PictureFiles } from '#server/adapters/picture-files.ts';
import type { Executor } from '#server/db/transaction.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ContentService } from '../content.ts';
import { MANIFEST_FILE, type Manifest, readManifest } from '../export/export-manifest.ts';
import { openAuthorBook } from './author-book.ts';
import { type CategoryChoice, openCategories } from './choose-category.ts';
import { findMarkdownFiles } from './find-files.ts';
import { createPictureFinder } from './find-picture.ts';
import { emptyReport, type FileOutcome, type ImportReport } from './import-report.ts';
import { inOrder } from './in-order.ts';
import { openPictureLibrary } from './picture-library.ts';
import { createPostLinks } from './post-links.ts';
import { createPostPictures } from './post-pictures.ts';
import { createSlugGiver, type PostFile, readPostFile } from './read-file.ts';
import { createPostReader, type SluggedFile } from './read-post.ts';
import { createPostWriting } from './write-post.ts';

/** Files read ahead while one is written: reading waits for pictures, which are made in threads of their own. */
const READ_AHEAD = 4;

export interface ImportOptions extends CategoryChoice {
  db: Executor;
  clock: Clock;
  content: ContentService;
  pictures: PictureFiles;
  folder: string;
  /** Says what would be done, and does nothing. */
  isDryRun?: boolean | undefined;
  /** Also posts whose file has not changed since: what was edited here in between is overwritten. */
  isForced?: boolean | undefined;
  /** After each file. */
  onProgress?: ((done: number, total: number, file: string, outcome: FileOutcome) => void) | undefined;
}

/**
 * Brings a folder of Markdown with front matter in. Files are found again by their slug: a second run changes what has
 * changed and doubles nothing. A file that cannot be read is skipped and reported; the rest goes on. Each post is
 * rendered first and then written in a short transaction of its own, so that it may run beside the server.
 * @throws ImportFault for what concerns all files: no such category, a map or manifest that cannot be read.
 */
export async function importPosts(options: ImportOptions): Promise<ImportReport> {
  const folder = await realpath(options.folder);
  const manifest = await readManifest(folder);
  const report = emptyReport();
  let done = 0;
  const finish = (file: string, outcome: FileOutcome) => {
    done += 1;
    if (outcome !== 'skipped') report[outcome] += 1;
    options.onProgress?.(done, report.files, file, outcome);
  };
  const skip = (file: string, error: unknown) => {
    report.skipped.push({ file, ...faultOf(error) });
    finish(file, 'skipped');
  };
  const posts = await readFiles(folder, manifest !== null, report, skip);
  const shared = await openShared(options, folder, manifest, posts);
  const read = createPostReader({ ...options, ...shared, manifest });
  const write = createPostWriting({ ...options, report });

  for await (const [post, result] of inOrder(posts, READ_AHEAD, (each) => attempt(() => read(each)))) {
    const written = 'error' in result ? result : await attempt(() => write(result.value));
    if ('error' in written) skip(post.file, written.error);
    else finish(post.file, written.value);
    if (!('error' in written) && (post.front.authors?.length ?? 0) > 1) report.severalAuthors += 1;
  }
  report.picturesStored = shared.library.stored;
  report.lostPictures = shared.pictures.lost;
  report.madeAuthors = shared.authors.made;
  report.skipped.sort((a, b) => (a.file < b.file ? -1 : 1));
  return report;
}

/** All files before any is written: links lead to any of them, and slugs are theirs together. */
async function readFiles(
  folder: string,
  isExport: boolean,
  report: ImportReport,
  skip: (file: string, error: unknown) => void,
): Promise<SluggedFile[]> {
  const { files, refused } = await findMarkdownFiles(folder);
  report.files = files.length + refused.length;
  for (const file of refused) skip(file, new ImportFault('Is a link that leads out of the folder'));
  const sources: PostFile[] = [];
  const read = (file: string) => attempt(() => readPostFile(folder, file, isExport));
  for await (const [file, result] of inOrder(files, READ_AHEAD, read)) {
    if ('error' in result) skip(file, result.error);
    else sources.push(result.value);
  }
  const giveSlug = createSlugGiver();
  const posts = sources.map((source) => ({ ...source, slug: giveSlug(source.sourceSlug) }));
  report.renamed = posts
    .filter(({ slug, sourceSlug }) => slug !== sourceSlug)
    .map(({ file, slug }) => ({ file, slug }));
  return posts;
}

async function openShared(
  { db, clock, pictures, isDryRun = false, fallback, map }: ImportOptions,
  folder: string,
  manifest: Manifest | null,
  posts: readonly SluggedFile[],
) {
  const library = await openPictureLibrary({ db, clock, files: pictures, isDryRun });
  const find = createPictureFinder(folder);
  const postPictures = createPostPictures(find, library);
  return {
    library,
    find,
    pictures: postPictures,
    categories: await openCategories(db, { fallback, map }, isDryRun ? [] : manifest?.categories),
    authors: await openAuthorBook({
      db,
      exported: manifest?.authors,
      picture: (address) => postPictures.addressOf(address, MANIFEST_FILE, {}),
      isDryRun,
    }),
    links: createPostLinks(posts),
  };
}

type Result<T> = { value: T } | { error: ImportFault | AppError };

/** What is wrong with a file is a result; what is wrong with the disk or the program ends the import. */
async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof ImportFault || error instanceof AppError) return { error };
    throw error;
  }
}

function faultOf(error: unknown): { line: number | null; message: string } {
  if (error instanceof ImportFault) return { line: error.line, message: error.message };
  const issue = error instanceof AppError ? error.issues?.[0] : undefined;
  const message = error instanceof Error ? error.message : String(error);
  return { line: null, message: issue ? `${issue.path}: ${issue.message}` : message };
}
