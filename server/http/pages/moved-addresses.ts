import type { PageCache } from '#server/http/page-cache.ts';
import type { Services } from '#server/services/index.ts';
import { authorPath, postPath, tagPath } from '#server/site/routes.ts';
import { namedIn } from './page-addresses.ts';

/** Gives the present address of what once had this one; null where nothing had. */
export function createMovedTo(services: Pick<Services, 'posts' | 'authors' | 'tags'>, cache: Pick<PageCache, 'find'>) {
  const kinds: Readonly<
    Record<string, { of: { movedTo(slug: string): Promise<string | null> }; path: (slug: string) => string }>
  > = {
    post: { of: services.posts, path: postPath },
    author: { of: services.authors, path: authorPath },
    tag: { of: services.tags, path: tagPath },
  };
  return async (pathname: string): Promise<string | null> => {
    const named = namedIn(pathname);
    // Only an address that nothing has now can be an old one.
    if (named === null || cache.find(pathname)) return null;
    const kind = kinds[named.kind];
    const slug = await kind?.of.movedTo(named.slug);
    return kind && slug ? kind.path(slug) : null;
  };
}
