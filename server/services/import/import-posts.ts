import type { PictureFiles } from '#server/adapters/picture-files.ts';
import { changingFrom } from '#server/change-origin.ts';
import type { Executor } from '#server/db/transaction.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import type { pageChoices } from '#shared/contract/imports.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { bringCodices } from '../codex-exchange.ts';
import type { ContentService } from '../content.ts';
import { MANIFEST_FILE, type Manifest, PICTURES } from '../export/export-manifest.ts';
import { type KnownAuthor, openAuthorBook } from './author-book.ts';
import { bringParts, bringTags } from './bring-parts.ts';
import { type CategoryChoice, type CategoryChooser, openCategories } from './choose-category.ts';
import { bringRedirects } from './exported-redirects.ts';
import type { FetchPicture } from './fetch-picture.ts';
import { createPostLinks } from './former-post-links.ts';
import type { ImportLedger, PostOutcome } from './import-ledger.ts';
import { emptyReport, type FileOutcome, type ImportReport } from './import-report.ts';
import type { ImportSource, SourcePost, UnreadPost } from './import-source.ts';
import { inOrder } from './in-order.ts';
import { type ListedPost, listPosts, type PostListing, siteOfSource } from './list-posts.ts';
import { openPictureLibrary } from './picture-library.ts';
import { createPostPictures, type PostPictures } from './post-pictures.ts';
import { createPostReader, type ReadPost } from './read-post.ts';
import { createPostWriting } from './write-post.ts';

/**
 * The number of posts that are read ahead while one is written: reading waits for pictures, which are processed in
 * threads of their own.
 */
const READ_AHEAD = 4;

export interface ImportOptions extends CategoryChoice {
  db: Executor;
  clock: Clock;
  content: ContentService;
  pictures: PictureFiles;
  source: ImportSource;
  /** Reports what would be done, and changes nothing. */
  isDryRun?: boolean | undefined;
  /**
   * Also imports posts that have not changed in the source since the last import: edits made here in between are
   * overwritten.
   */
  isForced?: boolean | undefined;
  /** What pages of the source become; posts when absent. */
  pages?: (typeof pageChoices)[number] | undefined;
  /** The source's descriptions of its authors. */
  authors?: readonly KnownAuthor[] | undefined;
  /** Fetches pictures that are not among the files; without it posts show those pictures from their old addresses. */
  fetchPicture?: FetchPicture | undefined;
  /** Where the actions of the import are recorded; a dry run records nothing. */
  ledger?: ImportLedger | undefined;
  /** Aborts the import between two posts. */
  signal?: AbortSignal | undefined;
  /** Called when the list of posts is known. */
  onListed?: ((listing: PostListing) => Promise<void>) | undefined;
  /** Called after each post, with the number of finished posts. */
  onPostDone?: ((done: number) => Promise<void>) | undefined;
  /** Called when all posts are written, with the lists of posts and categories and their new addresses. */
  onWritten?: ((listing: PostListing, categories: CategoryChooser) => Promise<void>) | undefined;
  /** Called after each post. */
  onProgress?: ((done: number, total: number, file: string, outcome: FileOutcome) => void) | undefined;
}

/**
 * Imports the posts of a source. Existing posts are found by their slug: a second run updates changed posts and
 * duplicates nothing. A post that cannot be read is skipped and reported; the others are imported. The source is read
 * twice, first for the slugs and then for the posts, so that only a few texts are in memory. Each post is rendered
 * first and then written in a short transaction of its own, so that the import may run while the server is running.
 * @throws ImportFault for a fault that affects all posts: an unknown category, a map that cannot be read.
 */
export function importPosts(options: ImportOptions): Promise<ImportReport> {
  return changingFrom({ kind: 'import', device: '' }, () => importAll(options));
}

/** A post of the second pass, with the data that the first pass has collected about it. */
type ListedEntry = { number: number } & ({ post: UnreadPost; listed: null } | { post: SourcePost; listed: ListedPost });

async function importAll(options: ImportOptions): Promise<ImportReport> {
  const { source, ledger, signal, db, clock } = options;
  const report = emptyReport();
  const listing = await listPosts(source, db, clock.now());
  report.files = listing.posts.length;
  report.renamed = listing.renamed;
  await options.onListed?.(listing);
  const shared = await openShared(options, listing);
  const { manifest } = source;
  const tags = manifest ? await bringOwnCatalog(manifest, options, shared) : 0;
  const importOne = createPostImport(options, shared, report);

  let done = 0;
  for await (const [entry, work] of inOrder(entriesOf(source, listing, ledger), READ_AHEAD, importOne.read)) {
    signal?.throwIfAborted();
    const result = await importOne.write(entry, work);
    done = entry.number;
    await ledger?.finished(result);
    await options.onPostDone?.(done);
    options.onProgress?.(done, report.files, result.file, result.outcome);
  }
  await ledger?.flush();
  report.picturesStored = shared.library.stored;
  report.lostPictures = shared.pictures.lost;
  report.picturesElsewhere = shared.pictures.elsewhere;
  report.madeAuthors = shared.authors.made;
  await bringRest(options, report, tags);
  await options.onWritten?.(listing, shared.categories);
  report.skipped.sort((a, b) => (a.file < b.file ? -1 : 1));
  return report;
}

/** Imports the data of our own export besides its posts. */
async function bringRest(
  { db, clock, source, isDryRun = false, ledger }: ImportOptions,
  report: ImportReport,
  tags: number,
) {
  const { manifest } = source;
  const now = clock.now();
  report.redirects = await bringRedirects(db, manifest?.redirects ?? [], { now, isDryRun, ledger });
  const codices = await bringCodices({ db, clock, isDryRun, ledger }, manifest?.codices ?? []);
  report.codices = codices.brought;
  for (const message of codices.refused) report.skipped.push({ file: MANIFEST_FILE, line: null, message });
  if (manifest) report.parts = { tags, ...(await bringParts({ db, now, isDryRun, ledger }, manifest)) };
}

/**
 * Imports the authors and pictures of our own export, including those that no post names, in the order of the export,
 * and its tags: returns how many of the tags are new.
 */
async function bringOwnCatalog(
  { authors, pictures, tags }: Manifest,
  { db, clock, isDryRun = false, ledger }: ImportOptions,
  shared: Pick<Shared, 'authors' | 'pictures'>,
): Promise<number> {
  for (const picture of pictures) {
    await shared.pictures.addressOf(`${PICTURES}/${picture.file}`, MANIFEST_FILE, picture);
  }
  // After the pictures, because some of them belong to the authors.
  for (const { name } of authors) await shared.authors.idOf(name, undefined);
  return bringTags({ db, now: clock.now(), isDryRun, ledger }, tags);
}

/** The posts of the second pass that are not finished yet. */
async function* entriesOf(
  source: ImportSource,
  { posts }: PostListing,
  ledger: ImportLedger | undefined,
): AsyncGenerator<ListedEntry> {
  let number = 0;
  for await (const post of source.posts()) {
    const listed = posts[number];
    number += 1;
    const isSame = 'fault' in post ? listed === null : listed?.file === post.file;
    if (!isSame) throw new ImportFault('The source has changed while it was read. Begin the import again.');
    if (ledger?.isDone(number)) continue;
    if ('fault' in post) yield { number, post, listed: null };
    else if (listed) yield { number, post, listed };
  }
  if (number !== posts.length)
    throw new ImportFault('The source has changed while it was read. Begin the import again.');
}

type Reading = Result<ReadPost> | { isLeftOut: true };

interface Shared {
  library: { readonly stored: number };
  pictures: PostPictures;
  categories: CategoryChooser;
  authors: Awaited<ReturnType<typeof openAuthorBook>>;
  links: ReturnType<typeof createPostLinks>;
}

/** Reads and writes one post after the other, and counts the outcomes. */
function createPostImport(options: ImportOptions, shared: Shared, report: ImportReport) {
  const { source, pages = 'posts' } = options;
  const site = siteOfSource(source);
  const { manifest, findPicture: find } = source;
  const read = createPostReader({ ...options, ...shared, find, manifest, site, arePagesDrafts: pages === 'drafts' });
  const write = createPostWriting({ ...options, site, isExport: manifest !== null, report });

  const skip = (entry: ListedEntry, error: unknown): PostOutcome => {
    const { file } = entry.post;
    const fault = faultOf(error);
    report.skipped.push({ file, ...fault });
    const source = entry.listed ? entry.post : null;
    const why = fault.line === null ? fault.message : `Line ${fault.line}: ${fault.message}`;
    return { number: entry.number, file, source, outcome: 'skipped', postId: null, why, missingPictures: [] };
  };
  return {
    async read({ post, listed }: ListedEntry): Promise<Reading> {
      if (listed === null) return { error: post.fault };
      if (post.isPage && pages === 'left-out') return { isLeftOut: true };
      return attempt(() => read({ ...post, date: listed.date, slug: listed.slug, key: listed.key }));
    },
    async write(entry: ListedEntry, reading: Reading): Promise<PostOutcome> {
      if ('error' in reading || entry.listed === null) {
        return skip(entry, 'error' in reading ? reading.error : new ImportFault('Cannot be read'));
      }
      const { number, post } = entry;
      const common = { number, file: post.file, source: post };
      if ('isLeftOut' in reading) {
        report.leftOut += 1;
        const why = 'It is a page, and pages were to be left out.';
        return { ...common, outcome: 'leftOut', postId: null, why, missingPictures: [] };
      }
      const written = await attempt(() => write(reading.value));
      if ('error' in written) return skip(entry, written.error);
      const { outcome, post: here } = written.value;
      report[outcome] += 1;
      if (outcome === 'kept') report.keptPosts.push({ file: post.file, slug: here?.slug ?? '' });
      if ((post.front.authors?.length ?? 0) > 1) report.severalAuthors += 1;
      const missingPictures = shared.pictures.lostOf(post.file).map(({ address }) => address);
      const why = outcome === 'kept' ? 'It was edited here since, and keeps its words.' : '';
      return { ...common, outcome, postId: here?.id ?? null, why, missingPictures };
    },
  };
}

async function openShared(options: ImportOptions, listing: PostListing) {
  const { db, clock, pictures, source, isDryRun = false, fallback, map, choices, ledger, authors = [] } = options;
  const { manifest, findPicture: find, siteUrl } = source;
  const library = await openPictureLibrary({ db, clock, files: pictures, isDryRun, ledger });
  const postPictures = createPostPictures(find, library, ledger);
  /** An author's picture in an export is in its folder; any other address of it is an address of the web. */
  const avatar = async (address: string, from: string) => {
    if (manifest && !address.startsWith(`${PICTURES}/`)) return address;
    if (!/^https?:/i.test(address)) return postPictures.addressOf(address, from, {});
    return (await find(address, from)).kind === 'file' ? postPictures.addressOf(address, from, {}) : address;
  };
  return {
    library,
    pictures: postPictures,
    categories: await openCategories(db, { fallback, map, choices }, isDryRun ? [] : manifest?.categories, {
      isDryRun,
      ledger,
    }),
    authors: await openAuthorBook({
      db,
      known: [...(manifest?.authors ?? []), ...authors],
      picture: (address) => avatar(address, MANIFEST_FILE),
      isDryRun,
      ledger,
    }),
    links: createPostLinks(
      listing.posts.filter((post) => post !== null),
      siteUrl,
    ),
  };
}

type Result<T> = { value: T } | { error: ImportFault | AppError };

/** A fault of a post becomes a result; an error of the disk or the program ends the import. */
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
