import { isKey } from '#server/adapters/blobs/blob-key.ts';
import { isBuiltFile } from '#server/paths.ts';
import { type Layout, MANIFEST_KEY, PLAN_KEY } from '#server/services/publication/publication-manifest.ts';
import { listPagePath, pageUrl, parsePageUrl } from '#server/site/routes.ts';

/** The addresses that belong to the server alone, also where a page links to them: none of them becomes a file. */
const OF_THE_SERVER = /^\/(admin|api|mcp|subscribe|subscription|shared|preview)(\/|$)/;

/**
 * Converts the address of a page on the server ("/tag/tea?page=2") to that of the published page ("/tag/tea/page/2").
 */
export function publishedPath(url: string): string {
  const { pathname, search } = new URL(url, 'http://site.invalid');
  const { page } = parsePageUrl(pageUrl(pathname, search));
  const [path = '/'] = pageUrl(pathname, search).split('?');
  return listPagePath(path, page, true);
}

/**
 * Returns the server's address of a link's target, or null when the target is not a file of the site. `href` is as
 * written in a page, `origin` is the site's own.
 */
export function serverAddress(href: string, origin: string): string | null {
  const base = `${origin}/`;
  if (!URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  if (url.origin !== new URL(base).origin || OF_THE_SERVER.test(url.pathname) || isBuiltFile(url.pathname)) return null;
  const { page } = parsePageUrl(pageUrl(url.pathname, url.search));
  const isPage = parsePageUrl(url.pathname).screen !== 'not-found';
  const [path = '/'] = isPage ? pageUrl(url.pathname, '').split('?') : [url.pathname];
  // A search, and the home page of one category, have no separate file.
  return page > 1 && parsePageUrl(path).screen !== 'search' ? listPagePath(path, page, false) : path;
}

/**
 * Returns the key of the file that is published at a path, decoded as hosts decode it; null for a path at which no file
 * can be found. `isPage`: the file is HTML, whose ending hosts omit.
 */
export function keyOf(path: string, layout: Layout, isPage: boolean): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path).normalize('NFC');
  } catch {
    return null;
  }
  const trimmed = decoded.replace(/^\/|\/$/g, '');
  if (trimmed === '') return isPage ? 'index.html' : null;
  const hasEnding = /\.html?$/.test(trimmed);
  const key = isPage && layout === 'folders' && !hasEnding ? `${trimmed}/index.html` : trimmed;
  const isFree = isKey(key) && key !== MANIFEST_KEY && key !== PLAN_KEY && !key.endsWith('.partial');
  return isFree && encodeURI(decoded).length < 800 ? key : null;
}
