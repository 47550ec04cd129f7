import { USUAL_FEEDS } from '#server/http/pages/list-addresses.ts';
import type { PublicationSite } from './publication-site.ts';

/**
 * A redirect from an address at which nothing is: `from` is a path, perhaps with a query; `to` is a path or a whole
 * address.
 */
export interface PublishedRedirect {
  from: string;
  to: string;
  status: 301 | 302;
}

/** The number of redirects fetched at a time. */
const AT_ONCE = 100;

/** Returns all redirects that a reader would follow, as the server answers them. */
export async function publishedRedirects({ services, ask }: PublicationSite): Promise<PublishedRedirect[]> {
  const known = await listAll(services);
  const found: PublishedRedirect[] = [];
  // The former address of a post was also that of its Markdown.
  const asMarkdown = known.filter((path) => /^\/post\/[^/?.]+$/.test(path)).map((path) => `${path}.md`);
  for (const from of [...Object.keys(USUAL_FEEDS).map((name) => `/${name}`), ...known, ...asMarkdown]) {
    const { status, location } = await ask(from);
    // There may be something at the address by now, or the target may be gone.
    if ((status === 301 || status === 302) && location !== '' && location !== from)
      found.push({ from, to: location, status });
  }
  return found;
}

async function listAll({ redirects }: PublicationSite['services']): Promise<string[]> {
  const all: string[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const found: Awaited<ReturnType<typeof redirects.list>> = await redirects.list({ limit: AT_ONCE, page });
    all.push(...found.items.map(({ path }) => path));
    page = found.nextPage;
  }
  return all;
}

/**
 * Whether the target of a redirect is a file of the site that can be put at the old address as well: feeds, sitemaps,
 * Markdown and pictures. No page can stand at such an address, and a host derives the type from the ending.
 */
export function isSameFile(from: string, to: string): boolean {
  const ending = (address: string) => /^\/[^/?#][^?#]*\.(\w+)$/.exec(address)?.[1]?.toLowerCase();
  return ending(from) !== undefined && ending(from) === ending(to) && !/^html?$/.test(ending(from) ?? '');
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns a page that redirects, for hosts without redirects. `to` is an absolute address. */
export function redirectPage(to: string): string {
  const address = to.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none';base-uri 'none';form-action 'none'"><meta name="robots" content="noindex"><title>Moved</title><link rel="canonical" href="${address}"><meta http-equiv="refresh" content="0; url=${address}"></head><body><p>This page has moved: <a href="${address}">${address}</a></p></body></html>\n`;
}
