import { readSitePath, type SitePath } from '#shared/kernel/site-path.ts';

/** A link or a picture of a post that leads to an address of the site. */
export interface InternalLink {
  /** The words of the link; for a picture its alternative text. */
  text: string;
  /** The address as it is written in the post. */
  address: string;
  path: SitePath;
}

/** Elements in the form in which the pipeline writes them: every attribute in double quotes. */
const LINK = /<a((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*>(.*?)<\/a>|<img((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gs;
const TAGS = /<[^>]*>/g;
/** The number of characters of a link's words that are reported. */
const WORDS = 200;

/** The internal links and pictures in a post's HTML, each address once. `origin` is the site's own. */
export function linksInHtml(html: string, origin: string): InternalLink[] {
  const links = new Map<string, InternalLink>();
  const take = (address: string | undefined, text: string) => {
    const path = address === undefined ? null : readSitePath(address, origin);
    if (address === undefined || path === null || links.has(address)) return;
    links.set(address, { text: text.replace(/\s+/g, ' ').trim().slice(0, WORDS), address, path });
  };
  for (const [, ofLink, inside = '', ofImage] of html.matchAll(LINK)) {
    if (ofLink === undefined) {
      take(attribute(ofImage, 'src'), attribute(ofImage, 'alt') ?? '');
      continue;
    }
    const words = decoded(inside.replace(TAGS, ' '));
    take(attribute(ofLink, 'href'), words.trim() === '' ? (attribute(inside, 'alt') ?? '') : words);
  }
  return [...links.values()];
}

function attribute(text = '', name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];
  return value === undefined ? undefined : decoded(value);
}

const NAMED: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'", nbsp: ' ' };

function decoded(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,5}));/gi, (whole, hex, digits, name) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(digits);
    if (name) return NAMED[name] ?? whole;
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}
