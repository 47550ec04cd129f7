import { isbot } from 'isbot';
import { type Counted, type DeviceClass, POST_PLACE, PROBES } from '#server/repositories/statistics/counted.ts';
import type { SpanCounts } from '#server/services/minute-counts.ts';
import type { PageKind } from '#shared/contract/statistics.ts';
import { dayOf } from '#shared/kernel/utc-periods.ts';
import type { OnceADay } from './once-a-day.ts';
import { hostInAddress, referrerHost, withoutWww } from './referrer-host.ts';

/**
 * The largest numbers that one network can add in a day. A household behind one address stays below them; they limit
 * anyone who fakes readings.
 */
export const MOST_A_DAY = { reading: 500, search: 100, missing: 50 } as const;

/** The client that requests a page, with the data that counting needs; nothing of it is stored. */
export interface Reader {
  /** The network of the address (`clientNetwork`). */
  network: string;
  userAgent: string;
  /** Whether the client says that it is a phone. */
  isMobile: boolean;
  /** Whether the client has asked not to be counted: `DNT` or `Sec-GPC`. */
  isPrivate: boolean;
  /** The owner, or a program of theirs. */
  isOwner: boolean;
}

/**
 * Counts what readers do (docs/rules.md, "Statistics"). Robots, the owner, and readers who have asked not to be counted
 * are not counted.
 */
export interface Counting {
  /** A live post was in sight. `from` is the name of the site from which the reader says to come. */
  postRead(reader: Reader, reading: { postId: number; from: string | undefined }): void;
  /** The reader of a post has reached its end; counts once, and only if the reading was counted on this day. */
  postReadToEnd(reader: Reader, postId: number): void;
  pageOpened(reader: Reader, opened: { page: PageKind; from: string | undefined }): void;
  searched(reader: Reader, search: { query: string; found: number }): void;
  /** There was no page at an address. `referrer` is the address of the page with the link. */
  missed(reader: Reader, missing: { pathname: string; referrer: string | undefined; ownHost: string }): void;
}

interface CountingOptions {
  once: OnceADay;
  ofNetwork: SpanCounts;
  /** The site's own names. */
  own: ReadonlySet<string>;
  add: (counted: Counted) => void;
  /** The time at which the counted action happened, in milliseconds since 1970. */
  at: () => number;
}

export function createCounting({ once, ofNetwork, own, add, at }: CountingOptions): Counting {
  /** Whether a reader's action counts: the first time on a day, and up to the limit of the reader's network. */
  const counts = (reader: Reader, kind: keyof typeof MOST_A_DAY, thing: string | number) => {
    if (reader.isOwner || reader.isPrivate || reader.userAgent === '' || isbot(reader.userAgent)) return false;
    const thisOne = [kind, thing, reader.network, reader.userAgent];
    if (once.has(thisOne)) return false;
    // An action beyond the network's limit is not remembered either: it would push out the actions of other readers.
    return ofNetwork.add(once.nameOf([kind, reader.network])) <= MOST_A_DAY[kind] && once.first(thisOne);
  };
  const today = () => dayOf(at());
  const countReading = (reader: Reader, place: string, postId: number, from: string | undefined) => {
    const host = referrerHost(from, own);
    const device = deviceClass(reader.userAgent, reader.isMobile);
    add({ what: 'reading', day: today(), place, postId, device, host });
  };
  return {
    postRead(reader, { postId, from }) {
      if (counts(reader, 'reading', postId)) countReading(reader, POST_PLACE, postId, from);
    },
    postReadToEnd(reader, postId) {
      const { network, userAgent } = reader;
      if (reader.isOwner || reader.isPrivate || !once.has(['reading', postId, network, userAgent])) return;
      if (!once.first(['end', postId, network, userAgent])) return;
      add({ what: 'end', day: today(), postId });
    },
    pageOpened(reader, { page, from }) {
      if (counts(reader, 'reading', page)) countReading(reader, page, 0, from);
    },
    searched(reader, { query, found }) {
      const words = searchedWords(query);
      if (words === null || !counts(reader, 'search', words)) return;
      add({ what: 'search', day: today(), words, hasFound: found > 0 });
    },
    missed(reader, { pathname, referrer, ownHost }) {
      const from = hostInAddress(referrer);
      const isOwn = from !== undefined && (from === ownHost || own.has(withoutWww(from)));
      const host = isOwn ? 'own' : (referrerHost(from, own) ?? '');
      const path = missingAddress(pathname, { isLinked: host !== '', isFromElsewhere: host !== '' && !isOwn });
      if (path === null || !counts(reader, 'missing', path)) return;
      add({ what: 'missing', day: today(), path, host });
    },
  };
}

const TABLETS = /\biPad\b|\bTablet\b|\bPlayBook\b|\bKindle\b|\bSilk\/|\bAndroid\b(?!.*\bMobile\b)/i;
const PHONES = /\biPhone\b|\biPod\b|\bMobi/i;

/**
 * @param userAgent the name that the browser sends; an iPad that calls itself a Mac counts as a Mac
 * @param isMobile the value of `Sec-CH-UA-Mobile`; browsers send it for phones
 */
function deviceClass(userAgent: string, isMobile: boolean): DeviceClass {
  if (TABLETS.test(userAgent)) return 'tablets';
  return isMobile || PHONES.test(userAgent) ? 'phones' : 'computers';
}

/** The number of characters of a search text that are kept. */
const LONGEST_SEARCH = 80;
/**
 * A text with this many digits is a telephone number, a card number or a customer number, not a search for something to
 * read.
 */
const LONG_NUMBER = 7;

/**
 * The counted form of a search text: lower case, in one line, cut. Null for a text that is empty, or could identify a
 * person: an e-mail address, a long number.
 */
function searchedWords(query: string): string | null {
  const words = query
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .toLowerCase();
  const digits = words.match(/\d/g)?.length ?? 0;
  if (words === '' || words.includes('@') || digits >= LONG_NUMBER) return null;
  return [...words].slice(0, LONGEST_SEARCH).join('').trim();
}

const LONGEST_ADDRESS = 300;
/** Names that no page of a blog has, and that robots look for on every server. */
const DOORS =
  /(^|\/)(wp-(?!json$)|\.|cgi-bin|phpmyadmin|pma|xmlrpc|vendor|boaform|actuator|solr|jenkins|owa|autodiscover|server-status)/i;
/** Programs of other servers. Before a site moved here a page may have had such a name: then other sites link to it. */
const PROGRAMS = /\.(php\d?|aspx?|jsp|cgi|pl|cfm|do|action)$/i;
const SECRETS = /\.(env|sql|bak|old|ini|ya?ml|log|zip|gz|tgz|rar|7z|pem|key|conf|config|sh|exe)$/i;
/** Files that a WordPress site showed or offered for download: other sites link to them. */
const UPLOADED = /(^|\/)wp-content\//i;
const PICTURES = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|heic)$/i;
/** Browsers request these files by themselves. */
const OWN_ICONS = /\/(?:favicon|apple-touch-icon|mstile|android-chrome)[\w-]*\.\w+$/i;
const FILES = /\.[a-z\d]{1,5}$/i;
const PAGES = /\.x?html?$/i;

/**
 * The name under which an address without a page is counted: the address itself, never with its query; or the common
 * name of addresses that robots probe; null for a file that is not a page (browsers request it by themselves), for an
 * address that is too long, and for one that could identify a person. Pictures, and files among the uploads of
 * WordPress, count when another site links to them.
 * @param pathname as it was requested, percent-encoded
 */
function missingAddress(pathname: string, link: { isLinked: boolean; isFromElsewhere: boolean }): string | null {
  if (pathname.length > LONGEST_ADDRESS || /@|%40/.test(pathname)) return null;
  const isUpload = UPLOADED.test(pathname) && !PROGRAMS.test(pathname) && link.isFromElsewhere;
  if (SECRETS.test(pathname) || DOORS.test(isUpload ? pathname.replace(UPLOADED, '/') : pathname)) return PROBES;
  if (PROGRAMS.test(pathname)) return link.isLinked ? pathname : PROBES;
  if (isUpload) return pathname;
  if (PICTURES.test(pathname)) return link.isFromElsewhere && !OWN_ICONS.test(pathname) ? pathname : null;
  return FILES.test(pathname) && !PAGES.test(pathname) ? null : pathname;
}

/** Whether a path is that of a picture, which another site may embed from here. */
export function isPicturePath(pathname: string): boolean {
  return PICTURES.test(pathname);
}
