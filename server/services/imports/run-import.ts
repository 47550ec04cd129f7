import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { changingFrom } from '#server/change-origin.ts';
import { UPLOADS } from '#server/repositories/image-addresses.ts';
import { type AddressToNote, countAddresses, reopenAddresses } from '#server/repositories/imports/import-addresses.ts';
import { countChanges, everyChange, findChange } from '#server/repositories/imports/import-changes.ts';
import { countItems, postsOfImport } from '#server/repositories/imports/import-items.ts';
import { bodyLimits } from '#shared/contract/endpoint.ts';
import { type ImportOptions, type ImportReceipt, itemOutcomes, oldAddressOutcomes } from '#shared/contract/imports.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import type { KnownAuthor } from '../import/author-book.ts';
import type { CategoryChooser } from '../import/choose-category.ts';
import { createPostLinks } from '../import/former-post-links.ts';
import { importPosts, type ImportOptions as PostOptions } from '../import/import-posts.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { ImportSource } from '../import/import-source.ts';
import type { PostListing } from '../import/list-posts.ts';
import { openPictureLibrary, type PictureLibrary, type PictureNote } from '../import/picture-library.ts';
import { bringItems } from './bring-items.ts';
import type { ImportParts } from './import-parts.ts';
import type { ProgressNotes } from './import-progress.ts';
import { addressesOf, askOldAddresses, leadOldAddresses, noteOldAddresses } from './old-addresses.ts';
import { knownAuthor } from './plan-import.ts';
import { openLedger } from './stored-ledger.ts';

export interface RunOptions extends ImportParts {
  importId: number;
  source: ImportSource;
  options: ImportOptions;
  /** The map of the command: one "tag: category slug" per line. */
  map?: string | undefined;
  notes: ProgressNotes;
  signal?: AbortSignal | undefined;
  /** Called after each post. */
  onPost?: PostOptions['onProgress'];
}

/**
 * Runs an import to its end: posts, other items, old addresses, and the requests whose answers form its receipt. Work
 * that an earlier start has finished is not repeated.
 */
export function runImport(given: RunOptions): Promise<{ receipt: ImportReceipt; report: ImportReport }> {
  return changingFrom({ kind: 'import', device: '' }, async () => {
    const { db, importId, options, notes } = given;
    const ledger = await openLedger(given);
    const report = await importPosts({
      ...given,
      fallback: options.fallback ?? undefined,
      choices: options.choices,
      pages: options.pages,
      isForced: options.isForced,
      authors: await readAuthors(given.source),
      fetchPicture: options.fetchPictures ? given.fetchPicture : undefined,
      ledger,
      onProgress: given.onPost,
      onListed: (listing) => notes.begin('posts', listing.posts.length),
      onPostDone: (done) => notes.done(done),
      onWritten: (listing, categories) => bringRest(given, listing, categories),
    });
    await notes.begin('asking', await countOpen(given));
    await askOldAddresses(addressOptions(given));
    const gone = await countGonePictures(given);
    return { receipt: await readReceipt(db, importId, gone), report };
  });
}

/** Counts the pictures stored by this import that the site cannot serve. */
async function countGonePictures({ db, importId, ask }: RunOptions): Promise<number> {
  let gone = 0;
  for await (const { target } of everyChange(db, importId, 'picture')) {
    const { status } = await ask(`${UPLOADS}${target}`);
    if (status !== 200) gone += 1;
  }
  return gone;
}

async function readAuthors(source: ImportSource): Promise<KnownAuthor[]> {
  const authors: KnownAuthor[] = [];
  for await (const item of source.items()) if (item.kind === 'author') authors.push(knownAuthor(item));
  return authors;
}

async function bringRest(given: RunOptions, listing: PostListing, categories: CategoryChooser): Promise<void> {
  const { db, clock, importId, source, notes, signal } = given;
  const posts = listing.posts.filter((post) => post !== null);
  const links = createPostLinks(posts, source.siteUrl);
  await notes.begin('items', 0);
  await bringItems({
    ...{ db, clock, importId, source, categories, signal },
    linkOf: (address) => links(address, ''),
    bringPicture: await createPictureBringer(given),
    onProgress: (done) => notes.done(done),
  });
  await notes.begin('addresses', posts.length);
  await notePostAddresses(given, listing);
  await reopenAddresses(db, importId);
  await leadOldAddresses(addressOptions(given));
}

/** Records the old addresses of each post. Drafts and posts that are to be left out had no readers. */
async function notePostAddresses({ db, clock, importId, source }: RunOptions, { posts }: PostListing): Promise<void> {
  const { siteUrl } = source;
  const here = await postsOfImport(db, importId, clock.now());
  const addresses = posts.flatMap((post, index) => {
    const became = here.get(index + 1);
    if (!post || became === undefined || became.outcome === 'left-out') return [];
    if (became.outcome !== 'refused' && !became.isLive) return [];
    const wanted = became.slug === null ? '' : `/post/${encodeURIComponent(became.slug)}`;
    return addressesOf(post.oldAddresses, { file: post.file, wanted, siteUrl });
  });
  const lists = archivesOf(posts.filter((post, index) => post !== null && here.get(index + 1)?.isLive === true));
  // Every other program has these feeds; files of our own have none.
  const feeds =
    siteUrl === null ? [] : addressesOf(['/'], { file: 'The site', wanted: '/', feed: '/rss.xml', siteUrl });
  await noteOldAddresses(db, importId, [...addresses, ...lists, ...feeds]);
}

/**
 * The old archive lists of live posts, each with the corresponding list of ours. Our years and months are in UTC,
 * unlike in other programs.
 */
function archivesOf(posts: PostListing['posts']): AddressToNote[] {
  const dated = posts.flatMap((post) => {
    return post === null || post.date === null
      ? []
      : [{ ...post, month: new Date(post.date).toISOString().slice(0, 7) }];
  });
  const here = new Set(dated.flatMap(({ month }) => [month, month.slice(0, 4)]));
  const lists = new Map<string, AddressToNote>();
  for (const { file, month, archives } of dated) {
    for (const { address, period } of archives) {
      const ours = here.has(period) ? period : month.slice(0, period.length);
      if (!lists.has(address)) lists.set(address, { address, file, wanted: `/archive/${ours.replace('-', '/')}` });
    }
  }
  return [...lists.values()];
}

function addressOptions(given: RunOptions) {
  const { db, clock, importId, origin, destinations, ask, signal, notes } = given;
  return {
    ...{ db, importId, origin, destinations, ask, signal },
    now: () => clock.now(),
    onProgress: (done: number) => notes.done(done),
  };
}

async function countOpen({ db, importId }: RunOptions): Promise<number> {
  const counted = await countAddresses(db, importId);
  return counted.find(({ outcome }) => outcome === 'open')?.total ?? 0;
}

/** Returns a function that imports pictures of the source's library, whether a post shows them or not. */
async function createPictureBringer(given: RunOptions) {
  const { db, clock, pictures: files, source, options, fetchPicture } = given;
  const ledger = await openLedger(given);
  const library: PictureLibrary = await openPictureLibrary({ db, clock, files, isDryRun: false, ledger });
  const bring = async (bytes: Buffer, note: PictureNote) => {
    const stored = await library.addressOf(bytes, note);
    return { stored, isNew: (await findChange(db, given.importId, 'picture', stored.slice(UPLOADS.length))) !== null };
  };
  return async (address: string, file: string, words: { title?: string; alt?: string }) => {
    const found = await source.findPicture(address, file);
    if (found.kind === 'file') {
      if (found.size > bodyLimits.picture)
        throw new AppError('payload_too_large', { message: 'A picture may have 10 MB at the most.' });
      return bring(await readFile(found.path), { name: path.basename(found.path), ...words });
    }
    if (!options.fetchPictures || !/^https?:\/\//i.test(address)) return null;
    const fetched = await fetchPicture(address);
    if ('reason' in fetched) throw new AppError('picture_refused', { message: fetched.reason });
    return bring(fetched.bytes, { name: fetched.name, ...words });
  };
}

/** Makes the receipt of an import from its records. */
async function readReceipt(db: RunOptions['db'], importId: number, gone = 0): Promise<ImportReceipt> {
  const items = await countItems(db, importId);
  const addresses = await countAddresses(db, importId);
  const kinds = new Map<string, { kind: string; total: number; out: number }>();
  for (const { kind, outcome, total } of items.kinds) {
    const known = kinds.get(kind) ?? { kind, total: 0, out: 0 };
    const out = outcome === 'left-out' || outcome === 'refused' ? total : 0;
    kinds.set(kind, { kind, total: known.total + total, out: known.out + out });
  }
  const sum = (list: readonly { total: number }[]) => list.reduce((total, each) => total + each.total, 0);
  const outcomes = recordOf(itemOutcomes, (name) => [name, sum(items.kinds.filter(({ outcome }) => outcome === name))]);
  const answers = recordOf(oldAddressOutcomes, (name) => [
    name,
    sum(addresses.filter(({ outcome }) => outcome === name)),
  ]);
  const refusedPosts = items.kinds.filter(
    ({ kind, outcome }) => outcome === 'refused' && (kind === 'post' || kind === 'page'),
  );
  return {
    items: { total: sum(items.kinds), outcomes },
    kinds: [...kinds.values()],
    addresses: { total: sum(addresses), outcomes: answers },
    pictures: { stored: await countChanges(db, importId, 'picture'), missing: items.missingPictures, gone },
    texts: items.texts,
    isComplete: sum(refusedPosts) === 0 && answers.missing === 0 && gone === 0,
  };
}
