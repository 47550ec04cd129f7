import type { FastifyInstance } from 'fastify';
import type { IsServed } from '#server/services/links/destinations.ts';
import { pageUrl, parsePageUrl } from '#server/site/routes.ts';
import type { SitePath } from '#shared/kernel/site-path.ts';
import { holdsNoPages } from './unknown-addresses.ts';

/** Routes that answer for whatever has the slug: whether anything has is not theirs to say. */
const BY_SLUG = /^\/(post|category|tag|author)\/:slug$/;

/**
 * Takes down every route that answers a GET, from here on, so that no list of them must be kept beside. An address of the
 * reading site with a query that means nothing to it is not taken: "/?p=123" was a post's on another system.
 */
export function watchOwnAddresses(app: FastifyInstance): IsServed {
  const fixed = new Set<string>();
  const patterns: RegExp[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (![method].flat().includes('GET') || BY_SLUG.test(url)) return;
    if (/[:*]/.test(url)) patterns.push(patternOf(url));
    else fixed.add(url);
  });
  const isPage = (path: SitePath) => parsePageUrl(path.pathname).screen !== 'not-found';
  return (path) => {
    const { pathname, search } = path;
    if (holdsNoPages(pathname)) return true;
    // What is not built code has no file there.
    if (pathname.startsWith('/assets/')) return false;
    const isKnown =
      fixed.has(pathname) || fixed.has(`${pathname}/`) || patterns.some((pattern) => pattern.test(pathname));
    return isKnown && !(search !== '' && isPage(path) && pageUrl(pathname, search) === pathname);
  };
}

/** "/archive/:year" → every path it answers; a parameter may say which texts it takes, "/sitemap-:number(^\\d+$).xml". */
function patternOf(url: string): RegExp {
  const parts = url.split(/(:\w+(?:\([^)]*\))?|\*)/).map((part) => {
    if (part === '*') return '.*';
    if (!part.startsWith(':')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const own = /\((.*)\)$/.exec(part)?.[1]?.replace(/^\^|\$$/g, '');
    return own === undefined ? '[^/]+' : `(?:${own})`;
  });
  return new RegExp(`^${parts.join('')}$`);
}
