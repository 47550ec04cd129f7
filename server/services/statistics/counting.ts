import { isbot } from 'isbot';
import { type Counted, type DeviceClass, POST_PLACE, PROBES } from '#server/repositories/statistics/counted.ts';
import type { SpanCounts } from '#server/services/minute-counts.ts';
import type { PageKind } from '#shared/contract/statistics.ts';
import { dayOf } from '#shared/kernel/utc-periods.ts';
import type { OnceADay } from './once-a-day.ts';
import { hostInAddress, referrerHost, withoutWww } from './referrer-host.ts';

/** What one network can add a day. A house behind one address stays below; whoever makes readings up does not get far. */
export const MOST_A_DAY = { reading: 500, search: 100, missing: 50 } as const;

/** Whoever asks for a page, as far as counting needs to know them; nothing of it is stored. */
export interface Reader {
  /** Of the address (`clientNetwork`). */
  network: string;
  userAgent: string;
  /** Says that it is a phone. */
  isMobile: boolean;
  /** Has asked not to be counted: `DNT` or `Sec-GPC`. */
  isPrivate: boolean;
  /** The owner, or a program of theirs. */
  isOwner: boolean;
}

/** Counts what readers do (docs/rules.md, "Statistics"). Whoever is a robot, the owner, or has asked not to be counted is not. */
export interface Counting {
  /** A live post was in sight. `from` is the name of the site the reader says to come from. */
  postRead(reader: Reader, reading: { postId: number; from: string | undefined }): void;
  /** The reader of a post has come to its end; counts once, and only where the reading has counted on this day. */
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
  /** When what is counted was done, in milliseconds since 1970. */
  at: () => number;
}

export function createCounting({ once, ofNetwork, own, add, at }: CountingOptions): Counting {
  /** Whether what a reader does counts: the first time on a day, and as often as their network may. */
  const counts = (reader: Reader, kind: keyof typeof MOST_A_DAY, thing: string | number) => {
    if (reader.isOwner || reader.isPrivate || reader.userAgent === '' || isbot(reader.userAgent)) return false;
    const thisOne = [kind, thing, reader.network, reader.userAgent];
    if (once.has(thisOne)) return false;
    // What a network does beyond its share is not remembered either: it would push out what other readers have done.
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
 * @param userAgent as the browser names itself; an iPad that calls itself a Mac is taken for one
 * @param isMobile what `Sec-CH-UA-Mobile` says; browsers send it for phones
 */
function deviceClass(userAgent: string, isMobile: boolean): DeviceClass {
  if (TABLETS.test(userAgent)) return 'tablets';
  return isMobile || PHONES.test(userAgent) ? 'phones' : 'computers';
}

/** Characters of what was searched for that are kept. */
const LONGEST_SEARCH = 80;
/** As many digits are a telephone number, a card or a customer: nobody's words for what they would like to read. */
const LONG_NUMBER = 7;

/**
 * What was searched for as it is counted: lower case, in one line, cut. Null for what is empty, or could say who somebody
 * is: an e-mail address, a long number.
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
/** What no page of a blog is called, and robots look for on every server. */
const DOORS =
  /(^|\/)(wp-(?!json$)|\.|cgi-bin|phpmyadmin|pma|xmlrpc|vendor|boaform|actuator|solr|jenkins|owa|autodiscover|server-status)/i;
/** Programs of other servers. A page may have been called so before a site moved here: then others link it. */
const PROGRAMS = /\.(php\d?|aspx?|jsp|cgi|pl|cfm|do|action)$/i;
const SECRETS = /\.(env|sql|bak|old|ini|ya?ml|log|zip|gz|tgz|rar|7z|pem|key|conf|config|sh|exe)$/i;
/** What was shown and given to read on a site that WordPress served: other sites link to it. */
const UPLOADED = /(^|\/)wp-content\//i;
const PICTURES = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|heic)$/i;
/** Browsers ask for these by themselves. */
const OWN_ICONS = /\/(?:favicon|apple-touch-icon|mstile|android-chrome)[\w-]*\.\w+$/i;
const FILES = /\.[a-z\d]{1,5}$/i;
const PAGES = /\.x?html?$/i;

/**
 * How an address with nothing is counted: as itself, never with its query; as one of robots' doors; null for what is no
 * page (a file that browsers ask for by themselves), for what is too long and for what could be a person's. Pictures, and
 * what lies among the uploads of WordPress, count where another site links to them.
 * @param pathname as it was asked for, percent-encoded
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

/** Whether a path is that of a picture, which another site may show from here. */
export function isPicturePath(pathname: string): boolean {
  return PICTURES.test(pathname);
}
