import { readerOf } from '#server/http/reader-of.ts';
import { requesterOf } from '#server/http/requester.ts';
import type { Services } from '#server/services/index.ts';
import { getAuthor, listAuthors } from '#shared/contract/authors.ts';
import { getCategory, listCategories } from '#shared/contract/categories.ts';
import { searchPosts } from '#shared/contract/search.ts';
import { listSeries } from '#shared/contract/series.ts';
import { getTag, listTags } from '#shared/contract/tags.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

const viewerOf = (adminId: number | null) => (adminId === null ? 'reader' : 'owner');

/** The ways to find posts: categories, tags, authors, series, words. */
export function addListRoutes(
  register: Register,
  { posts, categories, tags, authors, search, counting }: Services,
): void {
  register(listCategories, () => categories.list());

  register(getCategory, async ({ params }) => {
    const category = await categories.find(params.slug);
    if (!category) throw new AppError('category_not_found');
    return category;
  });

  register(listTags, ({ adminId }) => tags.list(viewerOf(adminId)));
  register(getTag, async ({ params, adminId }) => {
    const tag = await tags.find(params.slug, viewerOf(adminId));
    if (!tag) throw new AppError('not_found');
    return tag;
  });

  register(listAuthors, ({ query, adminId }) =>
    query.named === undefined ? authors.list(viewerOf(adminId)) : authors.named(query.named),
  );
  register(getAuthor, async ({ params }) => {
    const author = await authors.find(params.slug);
    if (!author) throw new AppError('not_found');
    return author;
  });

  register(listSeries, () => posts.series());

  register(
    searchPosts,
    async ({ query, request, reply }) => {
      const { q, exact, ...asked } = query;
      const found = await search.search(q, { ...asked, isExact: exact }, requesterOf(request, reply));
      // Titles offered while words are typed are requested with a limit, and later pages with their place: neither is
      // counted as a search.
      const isWhole = query.limit === undefined && query.cursor === undefined && (query.page ?? 1) === 1;
      if (isWhole) counting.searched(readerOf(request), { query: q, found: found.total });
      setPagingHeaders(request, reply, found);
      return found.items;
    },
    { perMinute: 120 },
  );
}
