import type { Executor } from '#server/db/transaction.ts';
import { servesPicture, UPLOADS } from '#server/repositories/image-addresses.ts';
import { findNamedPage, type NamedKind } from '#server/repositories/named-pages.ts';
import { findPathRedirect } from '#server/repositories/path-redirects.ts';
import { countPosts } from '#server/repositories/posts/post-lists.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { pathKey, readSitePath, type SitePath } from '#shared/kernel/site-path.ts';

/** The destination of an address of the site. */
export type Destination =
  /** `says` describes it, as in "The post “Tea” is at this address." */
  | { kind: 'there'; says: string }
  /** The page exists, but readers do not see it. */
  | { kind: 'unpublished'; says: string }
  /** `isOwn`: by one of the owner's redirects. */
  | { kind: 'redirected'; to: string; isOwn: boolean }
  | { kind: 'missing' };

/**
 * Whether the server itself answers at a path: its screens, files and calls, except pages that have a slug. Of the
 * archive's years and months it accepts all possible ones.
 */
export type IsServed = (path: SitePath) => boolean;

interface DestinationOptions {
  db: Executor;
  clock: Clock;
  isServed: IsServed;
}

export interface Destinations {
  /** Never throws: a path that cannot be anything is missing. */
  of(path: SitePath): Promise<Destination>;
  /** The final destination of an address, after renamed pages and the owner's redirects were followed. */
  endOf(target: string, origin: string): Promise<string>;
  /**
   * The target of an address that another program derived from a redirected one: a size of a picture, a further page of
   * a list.
   */
  madeOf(path: SitePath): Promise<string | null>;
  /** The final target of a redirected address; null when the address is not redirected. */
  ledTo(path: SitePath, origin: string): Promise<string | null>;
  /** The same destinations as seen by a transaction. */
  within(trx: Executor): Destinations;
}

/**
 * The addresses that name something by its slug. The Markdown of a post's text is at its address with `.md` appended.
 */
const NAMED = /^\/(post|category|tag|author)\/([^/]+)$/;
const MARKDOWN = '.md';
/** Addresses below the archive: the years and months in which posts were published. */
const IN_ARCHIVE = /^\/archive\//;
const PERIOD = /^\/archive\/(\d{4})(?:\/(0[1-9]|1[0-2]))?$/;

/** Finds the destinations of the site's addresses, without requesting its pages. */
export function createDestinations({ db, clock, isServed }: DestinationOptions): Destinations {
  const redirected = async (path: SitePath): Promise<Destination> => {
    const found = await findPathRedirect(db, [pathKey(path), path.pathname]);
    const to = found?.target ?? (await madeOf(path));
    return to === null ? { kind: 'missing' } : { kind: 'redirected', to, isOwn: true };
  };
  const madeOf = async ({ pathname }: SitePath): Promise<string | null> => {
    const picture = await pictureOfSize(db, pathname);
    const list = listOfPage(pathname);
    if (picture !== null || list === null) return picture;
    const there = await of({ pathname: list, search: '', hash: '' });
    if (there.kind === 'redirected') return there.to;
    return there.kind === 'there' && mayBeNumbered(list) ? list : null;
  };
  const named = async (kind: NamedKind, slug: string): Promise<Destination | null> => {
    const found = await findNamedPage(db, kind, slug, clock.now());
    if (!found) return null;
    if ('movedTo' in found) {
      return { kind: 'redirected', to: `/${kind}/${encodeURIComponent(found.movedTo)}`, isOwn: false };
    }
    const says = `The ${kind} “${found.name}” is at this address.`;
    return { kind: found.isShown ? 'there' : 'unpublished', says };
  };
  const post = async (slug: string): Promise<Destination | null> => {
    const asItIs = await named('post', slug);
    if (asItIs || !slug.endsWith(MARKDOWN)) return asItIs;
    const asMarkdown = await named('post', slug.slice(0, -MARKDOWN.length));
    return asMarkdown?.kind === 'redirected' ? { ...asMarkdown, to: asMarkdown.to + MARKDOWN } : asMarkdown;
  };
  const picture = async (pathname: string): Promise<Destination> =>
    (await servesPicture(db, pathname.slice(UPLOADS.length)))
      ? { kind: 'there', says: 'A picture is at this address.' }
      : { kind: 'missing' };
  const isPeriodWithPosts = async (pathname: string): Promise<boolean> => {
    const [, year, month] = PERIOD.exec(pathname) ?? [];
    if (year === undefined) return false;
    const period = month === undefined ? year : `${year}-${month}`;
    return (await countPosts(db, { scope: { kind: 'live', now: clock.now() }, period })) > 0;
  };

  const of = async (path: SitePath): Promise<Destination> => {
    const { pathname } = path;
    if (pathname.startsWith(UPLOADS)) return picture(pathname);
    const [, kind, given] = NAMED.exec(pathname) ?? [];
    if (kind !== undefined && given !== undefined) {
      const slug = decoded(given);
      const found = kind === 'post' ? await post(slug) : await named(kind as NamedKind, slug);
      if (found && found.kind !== 'unpublished') return found;
      const led = await redirected(path);
      return led.kind === 'missing' && found ? found : led;
    }
    const isThere = isServed(path) && (!IN_ARCHIVE.test(pathname) || (await isPeriodWithPosts(pathname)));
    return isThere ? { kind: 'there', says: `The site itself answers at ${pathname}.` } : redirected(path);
  };
  const endOf = async (target: string, origin: string): Promise<string> => {
    let end = target;
    // Redirects do not form circles; if there is one all the same, it is not followed for ever.
    for (let step = 0; step < 5; step += 1) {
      const path = readSitePath(end, origin);
      const led = path && (await of(path));
      if (led?.kind !== 'redirected') return end;
      end = led.to;
    }
    return end;
  };
  return {
    of,
    endOf,
    madeOf,
    async ledTo(path, origin) {
      const led = await of(path);
      return led.kind === 'redirected' ? endOf(led.to, origin) : null;
    },
    within: (trx) => createDestinations({ db: trx, clock, isServed }),
  };
}

/** Adds the position (fragment) that a link names to an address that has none itself. */
export function withPlace(address: string, hash: string): string {
  return address.includes('#') ? address : address + hash;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * A size of a picture made by WordPress: "tea-300x200.jpg" of "tea.jpg", or of "tea-scaled.jpg" for a very large
 * picture.
 */
const SIZED = /-\d{1,5}x\d{1,5}(?=\.[a-z]{3,4}$)/i;
/** A size of a picture made by Ghost: "/content/images/size/w600/format/webp/2014/tea.jpg". */
const SIZED_FOLDER = /\/size\/w\d{1,5}(?:h\d{1,5})?(?:\/format\/\w{1,8})?(?=\/)/;
/** A further page of a list, in the numbering of Ghost and WordPress. */
const NUMBERED = /^(.*)\/page\/\d{1,6}$/;

/**
 * The target of an address of a picture's size: our picture, if the old address of the picture redirects to it. Null
 * for anything else.
 */
async function pictureOfSize(db: Executor, pathname: string): Promise<string | null> {
  const plain = pathname.replace(SIZED_FOLDER, '').replace(SIZED, '');
  if (plain === pathname) return null;
  const found = await findPathRedirect(db, [plain, plain.replace(/(?=\.[a-z]{3,4}$)/i, '-scaled')]);
  return found?.target.startsWith(UPLOADS) ? found.target : null;
}

/**
 * The list to which a further page belongs; null for other addresses. Lists have other lengths here, so the numbers are
 * meaningless.
 */
function listOfPage(pathname: string): string | null {
  const list = NUMBERED.exec(pathname)?.[1];
  return list === undefined ? null : list || '/';
}

/** Whether a path is one of our pages that other programs number: lists, and posts that WordPress showed in parts. */
function mayBeNumbered(pathname: string): boolean {
  return /^\/(?:(?:post|category|tag|author)\/[^/]+|archive(?:\/\d+){0,2})?$/.test(pathname);
}
