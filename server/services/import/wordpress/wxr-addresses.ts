import type { SourceArchive } from '../import-source.ts';
import type { PlacePictures } from '../places/place-pictures.ts';
import type { WxrIndex, WxrTerm } from './wxr-index.ts';

/** The addresses of a WordPress site, and their forms in the source. */
export interface WxrAddresses {
  /** A path from the root of the host, with its query; null for an address of another site. */
  pathOf(address: string): string | null;
  /** The address of a page that WordPress identifies by a number: "/?p=7", below the folder of the site. */
  numbered(query: string): string;
  /** The archive of a category, tag or author and its feed, by slug. */
  archive(kind: 'category' | 'tag' | 'author', slug: string): string[];
  categoryPath(term: WxrTerm): string;
  /**
   * The archive lists by date that contained a post: `day` is its date there, "2014-03-12 …", `link` its own address.
   */
  archives(day: string, link: string): readonly SourceArchive[];
  /** The address of a picture as posts of the source name it. */
  picture(address: string): string;
  link(address: string): string;
}

const SIZED = /-\d{1,5}x\d{1,5}(?=\.\w{3,4}$)/i;

export function createWxrAddresses(index: WxrIndex, pictures: PlacePictures): WxrAddresses {
  const site = index.siteUrl === null ? null : new URL(index.siteUrl);
  const folder = site === null ? '/' : `${site.pathname.replace(/\/+$/, '')}/`;
  const hosts = new Set(site === null ? [] : [bareHost(site.hostname)]);
  const isOwn = (url: URL) => hosts.has(bareHost(url.hostname));
  const whole = (address: string): URL | null => {
    const base = index.siteUrl ?? undefined;
    if (/^(?:#|mailto:|tel:|data:|javascript:)/i.test(address) || !URL.canParse(address, base)) return null;
    return withoutProxy(new URL(address, base));
  };
  const pathOf = (address: string): string | null => {
    const url = whole(address);
    return url && isOwn(url) ? url.pathname + url.search : null;
  };
  const original = (url: URL): string => {
    const bare = new URL(url);
    bare.search = '';
    const full = bare.href.replace(SIZED, '');
    return index.attachmentUrls.has(full) ? full : url.href;
  };
  const archivesOf = new Map<string, readonly SourceArchive[]>();
  return {
    pathOf,
    archives(day, link) {
      const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day) ?? [];
      if (year === undefined || year === '0000') return [];
      // The lists have the same path prefix as the date in the post's own address: "/blog/2014/03/tea/".
      const front = new RegExp(`^(/(?:.*/)?)${year}/${month}/`).exec(pathOf(link) ?? '')?.[1] ?? folder;
      const key = `${front} ${year}-${month}-${date}`;
      const known = archivesOf.get(key) ?? [
        { address: `${front}${year}/`, period: year },
        { address: `${front}${year}/${month}/`, period: `${year}-${month}` },
        { address: `${front}${year}/${month}/${date}/`, period: `${year}-${month}` },
        { address: `${folder}?m=${year}${month}`, period: `${year}-${month}` },
      ];
      archivesOf.set(key, known);
      return known;
    },
    numbered: (query) => `${folder}${query}`,
    archive: (kind, slug) => (slug === '' ? [] : [`${folder}${kind}/${slug}/`, `${folder}${kind}/${slug}/feed/`]),
    categoryPath(term) {
      const path = [term.slug];
      // The parents may form a circle.
      for (let parent = term.parent; parent !== '' && !path.includes(parent) && path.length < 20; ) {
        path.unshift(parent);
        parent = index.categories.get(parent)?.parent ?? '';
      }
      return path.join('/');
    },
    picture(address) {
      const url = whole(address);
      if (url === null) return address;
      const best = original(url);
      if (pictures.has(best)) return new URL(best).pathname;
      return /^https?:/i.test(best) ? best : address;
    },
    link(address) {
      if (address.startsWith('#')) return address;
      const url = whole(address);
      if (url === null || !isOwn(url)) return address;
      const isFile = /\.(?!html?$|php$)[a-z]\w{1,4}$/i.test(url.pathname);
      if (!isFile) return url.pathname + url.search + url.hash;
      return pictures.has(url.href) ? url.pathname : url.href;
    },
  };
}

function bareHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}

/** WordPress.com serves pictures through a server of its own: "https://i0.wp.com/old.example/wp-content/…?w=300". */
function withoutProxy(url: URL): URL {
  if (!/^i\d\.wp\.com$/i.test(url.hostname)) return url;
  const inner = `https:/${url.pathname}`;
  return URL.canParse(inner) ? new URL(inner) : url;
}
