import type { FastifyRequest } from 'fastify';
import { readSitePath, type SitePath } from '#shared/kernel/site-path.ts';

/** Addresses that name one thing of a kind. */
const SLUG_PATH = /^\/(post|category|tag|author)\/([^/?]+)$/;

/** The requested path and query. Two slashes at the beginning would be read as another host. */
export function addressOf(request: FastifyRequest): URL {
  return new URL((request.raw.url ?? '/').replace(/^\/+/, '/'), 'http://site.invalid');
}

/** The slug in the address of a post; null for another address. */
export function postSlug(pathname: string): string | null {
  const [, kind, slug] = SLUG_PATH.exec(pathname) ?? [];
  return kind === 'post' && slug !== undefined ? decodeSlug(slug) : null;
}

function decodeSlug(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The canonical form of an address, in which no letter is percent-encoded without need: "/post/%61" → "/post/a". */
export function canonicalPath(pathname: string): string {
  const path = withoutSlashes(pathname);
  const [, kind, slug] = SLUG_PATH.exec(path) ?? [];
  return slug === undefined ? path : `/${kind}/${encodeURIComponent(decodeSlug(slug))}`;
}

/** "/about/" → "/about"; never two slashes at the beginning, which a browser would read as another host. */
export function withoutSlashes(pathname: string): string {
  return `/${pathname.replace(/^\/+|\/+$/g, '')}`;
}

/** The kind and the decoded slug of the thing that an address names; null for an address of another form. */
export function namedIn(pathname: string): { kind: string; slug: string } | null {
  const [, kind, slug] = SLUG_PATH.exec(pathname) ?? [];
  return kind === undefined || slug === undefined ? null : { kind, slug: decodeSlug(slug) };
}

/** An address in the form in which redirects are stored. */
export function siteAddress(pathname: string, search: string): SitePath {
  return readSitePath(pathname + search) ?? { pathname, search, hash: '' };
}
