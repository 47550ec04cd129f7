import type { FastifyRequest } from 'fastify';
import { readSitePath, type SitePath } from '#shared/kernel/site-path.ts';

/** Addresses that name one thing among many. */
const SLUG_PATH = /^\/(post|category|tag|author)\/([^/?]+)$/;

/** Path and query as asked for. Two slashes in front would be read as another host. */
export function addressOf(request: FastifyRequest): URL {
  return new URL((request.raw.url ?? '/').replace(/^\/+/, '/'), 'http://site.invalid');
}

/** The slug in the address of a post; null in another. */
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

/** The one way to write an address, whichever letters were percent-encoded without need: "/post/%61" → "/post/a". */
export function canonicalPath(pathname: string): string {
  const path = withoutSlashes(pathname);
  const [, kind, slug] = SLUG_PATH.exec(path) ?? [];
  return slug === undefined ? path : `/${kind}/${encodeURIComponent(decodeSlug(slug))}`;
}

/** "/about/" → "/about"; never two slashes in front, which a browser would read as another host. */
export function withoutSlashes(pathname: string): string {
  return `/${pathname.replace(/^\/+|\/+$/g, '')}`;
}

/** What the address of one thing among many names: its kind and its slug, decoded; null for another address. */
export function namedIn(pathname: string): { kind: string; slug: string } | null {
  const [, kind, slug] = SLUG_PATH.exec(pathname) ?? [];
  return kind === undefined || slug === undefined ? null : { kind, slug: decodeSlug(slug) };
}

/** An address as redirects are kept by. */
export function siteAddress(pathname: string, search: string): SitePath {
  return readSitePath(pathname + search) ?? { pathname, search, hash: '' };
}
