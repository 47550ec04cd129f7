import { requesterOf } from '#server/http/requester.ts';
import type { Services } from '#server/services/index.ts';
import { listAuthors } from '#shared/contract/authors.ts';
import { getCategory, listCategories } from '#shared/contract/categories.ts';
import { searchPosts } from '#shared/contract/search.ts';
import { listSeries } from '#shared/contract/series.ts';
import { listTags } from '#shared/contract/tags.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

/** What posts are found by: categories, tags, authors, series, words. */
export function addListRoutes(register: Register, { posts, categories, tags, authors, search }: Services): void {
  register(listCategories, () => categories.list());

  register(getCategory, async ({ params }) => {
    const category = await categories.find(params.slug);
    if (!category) throw new AppError('category_not_found');
    return category;
  });

  register(listTags, ({ adminId }) => tags.list(adminId === null ? 'reader' : 'owner'));
  register(listAuthors, ({ adminId }) => authors.list(adminId === null ? 'reader' : 'owner'));

  register(listSeries, () => posts.series());

  register(
    searchPosts,
    async ({ query, request, reply }) => {
      const found = await search.search(query.q, query, requesterOf(request, reply));
      setPagingHeaders(request, reply, found);
      return found.items;
    },
    { perMinute: 120 },
  );
}
