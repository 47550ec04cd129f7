import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { listAuthorRecords } from '#server/repositories/authors.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { findChange, madeBy, noteChange } from '#server/repositories/imports/import-changes.ts';
import { type ItemToNote, notedNumbers, noteItems } from '#server/repositories/imports/import-items.ts';
import { bringSubscriber, subscriptionText } from '#server/repositories/subscribers/bring-subscribers.ts';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import { listLiveTags, listTags } from '#server/repositories/tags.ts';
import { slugify } from '#shared/content/slug.ts';
import type { ItemOutcome } from '#shared/contract/imports.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { CategoryChooser } from '../import/choose-category.ts';
import type {
  ImportSource,
  SourceAuthor,
  SourceItem,
  SourcePicture,
  SourceRedirect,
  SourceSubscriber,
  SourceTerm,
} from '../import/import-source.ts';
import { readableName } from '../import/readable-name.ts';
import { readRedirectTarget } from '../redirect-target.ts';
import { addressesOf, asOldAddress, noteOldAddresses } from './old-addresses.ts';

interface ItemOptions {
  db: Executor;
  clock: Clock;
  importId: number;
  source: ImportSource;
  categories: CategoryChooser;
  /** The target on this site for an old address of a post; null for an address that no post had. */
  linkOf: (address: string) => string | null;
  /**
   * Imports a picture of the source's library, stored at `stored` ("/uploads/…"). Null when its file is missing; throws
   * AppError for a file that is not a picture.
   */
  bringPicture: (
    address: string,
    file: string,
    words: { title?: string; alt?: string },
  ) => Promise<{ isNew: boolean; stored: string } | null>;
  signal?: AbortSignal | undefined;
  onProgress: (done: number) => Promise<void>;
}

type Fate = Pick<ItemToNote, 'outcome' | 'why' | 'missingPictures'>;
const fate = (outcome: ItemOutcome, why = ''): Fate => ({ outcome, why });

/**
 * Accounts for everything in a source besides its posts: items that have a place here are imported, and their addresses
 * are recorded. Tags, categories and authors came with their posts.
 */
export async function bringItems(options: ItemOptions): Promise<void> {
  const { db, importId, source, signal } = options;
  const done = await notedNumbers(db, importId, 'items');
  const bring = await openBringers(options);
  let held: ItemToNote[] = [];
  const flush = async () => {
    const noted = held;
    held = [];
    await atomically(db, (trx) => noteItems(trx, importId, noted));
  };
  let number = 0;
  for await (const item of source.items()) {
    signal?.throwIfAborted();
    number += 1;
    if (!done.has(number)) {
      const became = await bring(item);
      const what = item.kind === 'left-out' ? item.what : item.kind;
      held.push({ part: 'items', number, kind: what, file: item.file, name: nameOf(item), ...became });
      if (held.length >= AT_ONCE) await flush();
    }
    await options.onProgress(number);
  }
  await flush();
}

/** The number of items that are recorded in one transaction. */
const AT_ONCE = 50;

function nameOf(item: SourceItem): string {
  if (item.kind === 'redirect') return item.from;
  if (item.kind === 'subscriber') return item.email;
  if (item.kind === 'picture') return item.title || item.address;
  return item.kind === 'left-out' ? item.file : item.name;
}

/** Returns the function that handles an item of any kind. */
async function openBringers(options: ItemOptions): Promise<(item: SourceItem) => Promise<Fate>> {
  const known = await readKnown(options);
  return async (item) => {
    switch (item.kind) {
      case 'author':
        return authorFate(item, known, options);
      case 'tag':
      case 'category':
        return termFate(item, known, options);
      case 'redirect':
        return redirectFate(item, options);
      case 'subscriber':
        return subscriberFate(item, options);
      case 'picture':
        return pictureFate(item, options);
      default:
        return fate('left-out', item.why);
    }
  };
}

/** Reads the data that exists here now, and which of it this import has created. */
async function readKnown({ db, clock, importId }: ItemOptions) {
  const tags = await listTags(db);
  const live = new Set((await listLiveTags(db, clock.now())).map(({ id }) => id));
  return {
    authors: await listAuthorRecords(db),
    tags: new Map(tags.map((tag) => [tag.slug, { ...tag, isLive: live.has(tag.id) }])),
    categories: new Map((await listCategories(db, clock.now())).map(({ id, slug }) => [slug, id])),
    made: {
      author: await madeBy(db, importId, 'author'),
      tag: await madeBy(db, importId, 'tag'),
      category: await madeBy(db, importId, 'category'),
    },
  };
}
type Known = Awaited<ReturnType<typeof readKnown>>;

async function authorFate(item: SourceAuthor, known: Known, options: ItemOptions): Promise<Fate> {
  const slug = slugify(item.name);
  const author =
    known.authors.find(({ name }) => name === item.name || name === readableName(item.name)) ??
    known.authors.find(({ name }) => slug !== '' && slugify(name) === slug);
  const wanted = author ? `/author/${encodeURIComponent(author.slug)}` : '/';
  await noteListAddresses(item.oldAddresses, item.file, wanted, options);
  if (!author) return fate('left-out', 'No post that came in is theirs.');
  if (!known.made.author.has(String(author.id))) return fate('merged');
  const isLost = item.avatar !== null && author.avatar === null;
  return { ...fate('arrived'), missingPictures: isLost && item.avatar !== null ? [item.avatar] : [] };
}

async function termFate(item: SourceTerm, known: Known, options: ItemOptions): Promise<Fate> {
  const category = options.categories.ledTo({ kind: item.kind, name: item.name });
  const tag = known.tags.get(tagSlug(item.name)) ?? known.tags.get(tagSlug(item.slug));
  const asCategory = category === null ? null : `/category/${encodeURIComponent(category)}`;
  const asTag = tag?.isLive ? `/tag/${encodeURIComponent(tag.slug)}` : null;
  // A tag that became a category here has both addresses, if its posts also keep it as a tag.
  const wanted = (item.kind === 'tag' ? (asTag ?? asCategory) : (asCategory ?? asTag)) ?? '/';
  await noteListAddresses(item.oldAddresses, item.file, wanted, options);
  if (item.kind === 'category' && category !== null) {
    const id = known.categories.get(category);
    return fate(known.made.category.has(String(id)) ? 'arrived' : 'merged', `It is “${category}” here.`);
  }
  if (tag) return fate(known.made.tag.has(String(tag.id)) ? 'arrived' : 'merged', `It is the tag “${tag.name}” here.`);
  if (category !== null) return fate('merged', `It is the category “${category}” here.`);
  return fate('left-out', 'No post that came in has it.');
}

/** Records the addresses of a list of posts, and of its feeds. */
async function noteListAddresses(
  addresses: readonly string[],
  file: string,
  wanted: string,
  { db, importId, source: { siteUrl } }: ItemOptions,
): Promise<void> {
  const feed = wanted === '/' ? '/rss.xml' : `${wanted}/rss.xml`;
  await noteOldAddresses(db, importId, addressesOf(addresses, { file, wanted, feed, siteUrl }));
}

async function redirectFate(item: SourceRedirect, options: ItemOptions): Promise<Fate> {
  const { db, importId, source } = options;
  const address = asOldAddress(item.from, source.siteUrl);
  const target = options.linkOf(item.to) ?? readRedirectTarget(item.to, source.siteUrl);
  if (address === null) return fate('refused', `It does not begin at an address of a site: ${item.from}`);
  if (target === null) return fate('refused', `It leads to what no reader can be led to: ${item.to}`);
  await noteOldAddresses(db, importId, [{ address, file: item.file, wanted: target }]);
  return fate('arrived', `It leads to ${target}.`);
}

/** The same rules as in the form for readers: one line, an address. */
const emailSchema = z.string().trim().max(254).pipe(z.email());

async function subscriberFate(item: SourceSubscriber, { db, clock, importId }: ItemOptions): Promise<Fate> {
  const email = emailSchema.safeParse(item.email);
  if (!email.success) return fate('refused', 'It is no e-mail address.');
  const now = clock.now();
  const name =
    item.name
      ?.toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim()
      .slice(0, 200) || null;
  const since = item.since === null || Number.isNaN(item.since) ? now : Math.max(0, item.since);
  const linkKey = randomBytes(16).toString('hex');
  const brought = await atomically(db, async (trx) => {
    const put = await bringSubscriber(
      trx,
      { email: email.data, name, isSubscribed: item.isSubscribed, since, linkKey },
      now,
    );
    if (put.kind === 'made') {
      const said = (await subscriptionText(trx, put.id)) ?? '';
      await noteChange(trx, importId, { kind: 'subscriber', target: put.id, was: 'made', said });
    }
    // An earlier start of this import that was killed may have added the subscriber.
    const isOurs = put.kind === 'here' && (await findChange(trx, importId, 'subscriber', put.id)) !== null;
    return isOurs ? 'made' : put.kind;
  });
  if (brought === 'here') return fate('merged', 'They are here already, and stay as they are.');
  if (brought === 'erased') return fate('left-out', 'They have asked to be erased.');
  return fate('arrived', item.isSubscribed ? '' : 'They have unsubscribed, and get no letters.');
}

async function pictureFate(item: SourcePicture, options: ItemOptions): Promise<Fate> {
  const { db, importId, source, bringPicture } = options;
  const words = { ...(item.title !== null && { title: item.title }), ...(item.alt !== null && { alt: item.alt }) };
  try {
    const brought = await bringPicture(item.address, item.file, words);
    if (brought) {
      const { siteUrl } = source;
      const addresses = addressesOf(item.oldAddresses, { file: item.file, wanted: brought.stored, siteUrl });
      await noteOldAddresses(db, importId, addresses);
      return fate(brought.isNew ? 'arrived' : 'merged');
    }
    return { ...fate('left-out', 'Its file is not among the files.'), missingPictures: [item.address] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...fate('refused', error.message), missingPictures: [item.address] };
  }
}
