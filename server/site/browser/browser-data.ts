import { ResponseError } from '#shared/api-client/call-errors.ts';
import type { Caller } from '#shared/api-client/caller.ts';
import type { SiteData } from '../site-data.ts';
import { readersCalls } from './readers-calls.ts';

/** Creates the site's data over the public API. */
export function createBrowserData({ call, list }: Caller): SiteData {
  return {
    categories: () => call(readersCalls.listCategories),
    categoriesWithPosts: async () => (await call(readersCalls.listCategories)).filter(({ postCount }) => postCount > 0),
    category: (slug) => orNull(call(readersCalls.getCategory, { params: { slug } })),
    tag: (slug) => orNull(call(readersCalls.getTag, { params: { slug } })),
    author: (slug) => orNull(call(readersCalls.getAuthor, { params: { slug } })),
    archive: () => call(readersCalls.getArchive),
    posts: ({ featured, category, tag, author, period, limit, page, cursor }) =>
      list(readersCalls.listPosts, {
        // `featured` comes first in the address of the featured posts.
        query: {
          ...(featured && { featured }),
          published: true,
          featured,
          category,
          tag,
          author,
          period,
          limit,
          page: later(page),
          cursor,
        },
      }),
    post: (slug) => orNull(call(readersCalls.getPost, { params: { slug } })),
    relatedPosts: (id) => call(readersCalls.listRelatedPosts, { params: { id } }),
    search: (q, { page, cursor, category, order, isExact }) =>
      list(readersCalls.searchPosts, {
        query: {
          q,
          category: category ?? undefined,
          order: order === 'relevance' ? undefined : order,
          exact: isExact || undefined,
          page: later(page),
          cursor,
        },
      }),
    authorsNamed: (named) => call(readersCalls.listAuthors, { query: { named } }),
  };
}

/** Returns the page number for the address: the first page has none. */
function later(page: number | undefined): number | undefined {
  return page === 1 ? undefined : page;
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ResponseError && error.status === 404) return null;
    throw error;
  }
}
