import type { PictureFiles } from '#server/adapters/picture-files.ts';
import { changingFrom } from '#server/change-origin.ts';
import type { Executor } from '#server/db/transaction.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { bringCodices } from '../codex-exchange.ts';
import type { ContentService } from '../content.ts';
import { MANIFEST_FILE, type Manifest, PICTURES } from '../export/export-manifest.ts';
import { openAuthorBook } from './author-book.ts';
import { bringParts, bringTags } from './bring-parts.ts';
import { type CategoryChoice, openCategories } from './choose-category.ts';
import { bringRedirects } from './exported-redirects.ts';
import { emptyReport, type FileOutcome, type ImportReport } from './import-report.ts';
import type { ImportSource, SourcePost, UnreadPost } from './import-source.ts';
import { inOrder } from './in-order.ts';
import { openPictureLibrary } from './picture-library.ts';
import { createPostLinks } from './post-links.ts';
import { createPostPictures } from './post-pictures.ts';
import { createPostReader, type SluggedPost } from './read-post.ts';
import { createSlugGiver } from './slug-giver.ts';
import { createPostWriting } from './write-post.ts';

/** Posts read ahead while one is written: reading waits for pictures, which are made in threads of their own. */
const READ_AHEAD = 4;

export interface ImportOptions extends CategoryChoice {
  db: Executor;
  clock: Clock;
  content: ContentService;
  pictures: PictureFiles;
  source: ImportSource;
  /** Says what would be done, and does nothing. */
  isDryRun?: boolean | undefined;
  /** Also posts that have not changed there since: what was edited here in between is overwritten. */
  isForced?: boolean | undefined;
  /** After each post. */
  onProgress?: ((done: number, total: number, file: string, outcome: FileOutcome) => void) | undefined;
}

/**
 * Brings the posts of a source in. They are found again by their slug: a second run changes what has changed and
 * doubles nothing. A post that cannot be read is skipped and reported; the rest goes on. Each post is
 * rendered first and then written in a short transaction of its own, so that it may run beside the server.
 * @throws ImportFault for what concerns all posts: no such category, a map that cannot be read.
 */
export function importPosts(options: ImportOptions): Promise<ImportReport> {
  return changingFrom({ kind: 'import', device: '' }, () => importAll(options));
}

async function importAll(options: ImportOptions): Promise<ImportReport> {
  const { source } = options;
  const { manifest } = source;
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
  const posts = await readPosts(source, report, skip);
  const shared = await openShared(options, posts);
  const tags = manifest ? await bringOwnCatalog(manifest, options, shared) : 0;
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
  const { db, clock, isDryRun = false } = options;
  report.redirects = await bringRedirects(db, manifest?.redirects ?? [], { now: clock.now(), isDryRun });
  const codices = await bringCodices({ db, clock, isDryRun }, manifest?.codices ?? []);
  report.codices = codices.brought;
  for (const message of codices.refused) report.skipped.push({ file: MANIFEST_FILE, line: null, message });
  if (manifest) report.parts = { tags, ...(await bringParts({ db, now: clock.now(), isDryRun }, manifest)) };
  report.skipped.sort((a, b) => (a.file < b.file ? -1 : 1));
  return report;
}

/** All posts before any is written: links lead to any of them, and slugs are theirs together. */
async function readPosts(
  source: ImportSource,
  report: ImportReport,
  skip: (file: string, error: unknown) => void,
): Promise<SluggedPost[]> {
  const found: SourcePost[] = [];
  const unread: UnreadPost[] = [];
  for await (const post of source.posts()) {
    if ('fault' in post) unread.push(post);
    else found.push(post);
  }
  report.files = found.length + unread.length;
  for (const { file, fault } of unread) skip(file, fault);
  const giveSlug = createSlugGiver();
  const posts = found.map((post) => ({ ...post, slug: giveSlug(post.sourceSlug) }));
  report.renamed = posts
    .filter(({ slug, sourceSlug }) => slug !== sourceSlug)
    .map(({ file, slug }) => ({ file, slug }));
  return posts;
}

async function openShared(
  { db, clock, pictures, source, isDryRun = false, fallback, map }: ImportOptions,
  posts: readonly SluggedPost[],
) {
  const { manifest, findPicture: find } = source;
  const library = await openPictureLibrary({ db, clock, files: pictures, isDryRun });
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

/**
 * Authors and pictures of an export of ours, those that no post names too, in the order they have there, and its tags:
 * answers how many of these are new.
 */
async function bringOwnCatalog(
  { authors, pictures, tags }: Manifest,
  { db, clock, isDryRun = false }: ImportOptions,
  shared: Pick<Awaited<ReturnType<typeof openShared>>, 'authors' | 'pictures'>,
): Promise<number> {
  for (const picture of pictures) {
    await shared.pictures.addressOf(`${PICTURES}/${picture.file}`, MANIFEST_FILE, picture);
  }
  // After the pictures, some of which are theirs.
  for (const { name } of authors) await shared.authors.idOf(name, undefined);
  return bringTags({ db, now: clock.now(), isDryRun }, tags);
}

type Result<T> = { value: T } | { error: ImportFault | AppError };

/** What is wrong with a post is a result; what is wrong with the disk or the program ends the import. */
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
