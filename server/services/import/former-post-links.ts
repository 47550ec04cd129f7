import path from 'node:path';
import { pathKey, readSitePath } from '#shared/kernel/site-path.ts';
import type { ListedPost } from './list-posts.ts';
import { slugOfName } from './source-slug.ts';

/**
 * The target on this site of a link in the post of `file`: "/post/slug#part"; null when the link leads to none of these
 * posts.
 */
export type PostLinks = (url: string, file: string) => string | null;

/** A post of the import with its old addresses and its new slug. */
type LinkedPost = Pick<ListedPost, 'file' | 'date' | 'sourceSlug' | 'slug'> & Partial<Pick<ListedPost, 'oldAddresses'>>;

/**
 * Maps old addresses of posts (those that the source gives, also as whole addresses at `siteUrl`, and
 * `/2014/03/20/slug/`) and the names of Markdown files to their posts here.
 */
export function createPostLinks(posts: readonly LinkedPost[], siteUrl: string | null = null): PostLinks {
  const byAddress = new Map<string, string>();
  const note = (key: string, slug: string) => {
    if (!byAddress.has(key)) byAddress.set(key, slug);
  };
  for (const { file, date, sourceSlug, slug, oldAddresses = [] } of posts) {
    if (date !== null) note(`${dayOf(date)}/${sourceSlug}`, slug);
    note(sourceSlug, slug);
    note(`file:${file}`, slug);
    for (const address of oldAddresses) {
      const known = readSitePath(address);
      if (known) note(`path:${pathKey(known)}`, slug);
    }
  }
  const byOldAddress = (url: string): string | null => {
    const known = readSitePath(url, siteUrl);
    const slug =
      known && (byAddress.get(`path:${pathKey(known)}`) ?? byAddress.get(`path:${known.pathname.toLowerCase()}`));
    return slug ? toPost(slug, known.hash) : null;
  };
  return (url, file) => {
    const old = byOldAddress(url);
    if (old !== null) return old;
    const dated = /^\/*(\d{4})\/(\d{1,2})\/(\d{1,2})\/([^/?#]+?)(?:\.html)?\/*((?:[?#].*)?)$/s.exec(url);
    if (dated) {
      const [, year, month, day, name = '', rest = ''] = dated;
      const source = slugOfName(name);
      return toPost(
        byAddress.get(`${Number(year)}-${Number(month)}-${Number(day)}/${source}`) ?? byAddress.get(source),
        rest,
      );
    }
    const named = /^(?![a-z]+:|\/)([^?#]+\.(?:md|markdown))((?:#.*)?)$/is.exec(url);
    if (!named) return null;
    const target = path.posix.join(path.posix.dirname(file), named[1] ?? '');
    return toPost(byAddress.get(`file:${target}`), named[2] ?? '');
  };
}

function toPost(slug: string | undefined, rest: string): string | null {
  return slug === undefined
    ? null
    : `/post/${encodeURIComponent(slug)}${rest.replace(/[\s<>()]/g, encodeURIComponent)}`;
}

function dayOf(date: number): string {
  const day = new Date(date);
  return `${day.getUTCFullYear()}-${day.getUTCMonth() + 1}-${day.getUTCDate()}`;
}
