import { atomically, type Executor } from '#server/db/transaction.ts';
import {
  type AddressToNote,
  addressesAfter,
  noteAddresses,
  noteAnswers,
} from '#server/repositories/imports/import-addresses.ts';
import { noteChange } from '#server/repositories/imports/import-changes.ts';
import {
  findPathRedirect,
  insertPathRedirect,
  redirectsTo,
  updatePathRedirect,
} from '#server/repositories/path-redirects.ts';
import type { OldAddressOutcome } from '#shared/contract/imports.ts';
import { pathKey, readSitePath, type SitePath } from '#shared/kernel/site-path.ts';
import type { Destinations } from '../links/destinations.ts';
import { type Ask, createFollower, type Ending } from './asking.ts';

/** The number of addresses that are recorded in one transaction. */
const SLICE = 500;
// Each transaction waits for the disk once: with a transaction for each address, half the time of a large import was
// waiting.
/** The number of addresses whose answers are recorded in one transaction. */
const ASKED_AT_ONCE = 50;
/**
 * The number of addresses that are redirected in one transaction; a server running at the same time waits for no more
 * than these.
 */
const LED_AT_ONCE = 20;
/** The address at which another program has the feed of the list before it. */
const FEED = /^(.*)\/(?:feed|rss)$/;
const IS_FEED = /\/(?:feed|rss)\/?$/;

interface AddressOptions {
  db: Executor;
  importId: number;
  /** The site's own origin: "https://blog.example". */
  origin: string;
  destinations: Destinations;
  ask: Ask;
  /** Milliseconds since 1970. */
  now: () => number;
  signal?: AbortSignal | undefined;
  onProgress: (done: number) => Promise<void>;
}

/** An old address in its recorded form: a path with its query. Null for text that was not a path of the old site. */
export function asOldAddress(address: string, siteUrl: string | null): string | null {
  const own = withoutOwnHost(address, siteUrl);
  const path = readSitePath(own, siteUrl);
  if (!path) return null;
  const written = own.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/s, '') || '/';
  // As readers wrote it; an address that no browser would send in that form is sent in its stored form.
  return /^\/[\x21-\x7e]*$/.test(written) ? written : pathKey(path);
}

/** A site answers with and without "www.", and its older links may use http. */
function withoutOwnHost(address: string, siteUrl: string | null): string {
  if (siteUrl === null || !/^https?:/i.test(address) || !URL.canParse(address)) return address;
  const bare = (host: string) => host.replace(/^www\./, '');
  const { host, pathname, search } = new URL(address);
  return bare(host) === bare(new URL(siteUrl).host) ? pathname + search : address;
}

/** The addresses of a page and, if it was a list of posts, also of its feeds and its next page. */
export function addressesOf(
  oldAddresses: readonly string[],
  { file, wanted, feed, siteUrl }: { file: string; wanted: string; feed?: string; siteUrl: string | null },
): AddressToNote[] {
  const own = oldAddresses.flatMap((address) => asOldAddress(address, siteUrl) ?? []);
  const noted = own.map((address) => ({ address, file, wanted: (IS_FEED.test(address) && feed) || wanted }));
  if (feed === undefined) return noted;
  const lists = own.filter((address) => !address.includes('?') && !IS_FEED.test(address));
  const beneath = lists.flatMap((list) => {
    const at = (name: string) => ({ address: `${list.replace(/\/*$/, '/')}${name}`, file });
    return [...['feed/', 'rss/'].map((name) => ({ ...at(name), wanted: feed })), { ...at('page/2/'), wanted }];
  });
  return [...noted, ...beneath];
}

export async function noteOldAddresses(db: Executor, importId: number, addresses: AddressToNote[]): Promise<void> {
  for (let start = 0; start < addresses.length; start += SLICE) {
    await atomically(db, (trx) => noteAddresses(trx, importId, addresses.slice(start, start + SLICE)));
  }
}

/** Redirects every old address that has no page here to its wanted target; an existing page stays. */
export async function leadOldAddresses(options: AddressOptions): Promise<void> {
  const { db, signal } = options;
  for await (const slice of slicesOf(options, { size: LED_AT_ONCE, isOpen: false })) {
    signal?.throwIfAborted();
    await atomically(db, async (trx) => {
      const destinations = options.destinations.within(trx);
      for (const address of slice) await leadAddress(trx, address, { ...options, destinations });
    });
  }
}

async function leadAddress(trx: Executor, { address, wanted }: NotedAddress, options: AddressOptions): Promise<void> {
  const { importId, destinations, origin } = options;
  const from = readSitePath(address);
  if (!from || wanted === '' || !(await needsRedirect(from, wanted, destinations))) return;
  // A feed's address may be both served and redirected: by an earlier start of this import, by an earlier import, or by
  // the owner.
  if (await findPathRedirect(trx, [pathKey(from)])) return;
  const target = await destinations.endOf(wanted, origin);
  const end = readSitePath(target, origin);
  // The redirect would form a circle.
  if (end?.pathname === from.pathname && (from.search === '' || from.search === end.search)) return;
  const path = pathKey(from);
  const row = { target, targetPath: end?.pathname ?? null, status: 301 as const, now: options.now() };
  await insertPathRedirect(trx, { ...row, path, importId });
  await noteChange(trx, importId, { kind: 'redirect', target: path, was: 'made', said: target });
  for (const { id, ...before } of await redirectsTo(trx, from.pathname)) {
    const isCaught = from.search === '' || from.search === readSitePath(before.target)?.search;
    if (isCaught && before.path !== path) await updatePathRedirect(trx, id, { ...before, ...row });
  }
}

async function needsRedirect(from: SitePath, wanted: string, destinations: Destinations): Promise<boolean> {
  if (pathKey(from) === wanted) return false;
  const there = await destinations.of(from);
  if (there.kind === 'missing' || there.kind === 'unpublished') return true;
  const list = FEED.exec(from.pathname)?.[1];
  if (there.kind === 'redirected' || !list) return false;
  // A feed's address is always served, whatever comes before it; without a list there is no feed.
  const base = readSitePath(list);
  if (!base) return false;
  const stands = await destinations.of(base);
  // A page that was renamed here also redirects its feeds.
  return stands.kind !== 'there' && !(stands.kind === 'redirected' && !stands.isOwn);
}

/** Requests every address that was not requested yet from the program's own routes, and records the answers. */
export async function askOldAddresses(options: AddressOptions): Promise<void> {
  const { db, importId, origin, signal } = options;
  const follow = createFollower(options.ask, origin);
  let done = 0;
  for await (const slice of slicesOf(options, { size: ASKED_AT_ONCE, isOpen: true })) {
    const answers: Parameters<typeof noteAnswers>[2][number][] = [];
    for (const { address, wanted } of slice) {
      signal?.throwIfAborted();
      const ending = await follow(address);
      answers.push({ address, outcome: outcomeOf(ending, wanted, origin), led: ending.at });
      done += 1;
      await options.onProgress(done);
    }
    await atomically(db, (trx) => noteAnswers(trx, importId, answers));
  }
}

function outcomeOf({ status, at, steps }: Ending, wanted: string, origin: string): OldAddressOutcome {
  if (status !== 200) return 'missing';
  const isWanted = samePlace(at, wanted, origin);
  if (!isWanted) return steps === 0 ? 'ours' : wanted === '' ? 'redirected' : 'ours';
  return steps === 0 ? 'there' : 'redirected';
}

function samePlace(at: string, wanted: string, origin: string): boolean {
  const [one, other] = [readSitePath(at, origin), readSitePath(wanted, origin)];
  return one && other ? one.pathname === other.pathname : at === wanted;
}

type NotedAddress = Awaited<ReturnType<typeof addressesAfter>>[number];

/** The addresses in their order, in slices of this size; with `isOpen` only those that were not requested yet. */
async function* slicesOf(
  { db, importId }: AddressOptions,
  { size, isOpen }: { size: number; isOpen: boolean },
): AsyncGenerator<NotedAddress[]> {
  let after = '';
  for (;;) {
    const slice = await addressesAfter(db, importId, after, { limit: size, isOpen });
    const last = slice.at(-1);
    if (!last) return;
    yield slice;
    after = last.address;
  }
}
