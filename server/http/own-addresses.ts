import type { FastifyInstance } from 'fastify';
import type { IsServed } from '#server/services/links/destinations.ts';
import { pageUrl, parsePageUrl } from '#server/site/routes.ts';
import type { SitePath } from '#shared/kernel/site-path.ts';
import { holdsNoPages } from './unknown-addresses.ts';

/** Routes that match any slug: they do not tell whether anything has that slug. */
const BY_SLUG = /^\/(post|category|tag|author)\/:slug$/;

/**
 * Records every route that answers a GET, from here on, so that no separate list of them is needed. An address of the
 * reading site with a query that means nothing there does not count as served: "/?p=123" was the address of a post on
 * another system.
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
    // Only built files exist under this path.
    if (pathname.startsWith('/assets/')) return false;
    const isKnown =
      fixed.has(pathname) || fixed.has(`${pathname}/`) || patterns.some((pattern) => pattern.test(pathname));
    return isKnown && !(search !== '' && isPage(path) && pageUrl(pathname, search) === pathname);
  };
}

/**
 * "/archive/:year" → a pattern for every path that the route answers; a parameter may name the texts that it accepts,
 * "/sitemap-:number(^\\d+$).xml".
 */
function patternOf(url: string): RegExp {
  const parts = url.split(/(:\w+(?:\([^)]*\))?|\*)/).map((part) => {
    if (part === '*') return '.*';
    if (!part.startsWith(':')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const own = /\((.*)\)$/.exec(part)?.[1]?.replace(/^\^|\$$/g, '');
    return own === undefined ? '[^/]+' : `(?:${own})`;
  });
  return new RegExp(`^${parts.join('')}$`);
}
