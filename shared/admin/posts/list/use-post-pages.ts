import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { ListPage } from '#shared/api-client/parse-paging.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import type { AdminPorts } from '../../ports.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { filterQuery, type PostFilter } from './post-filter.ts';

/**
 * The number of posts that a call fetches: small enough to arrive before a scroll ends, large enough that few calls are
 * needed.
 */
export const PAGE_SIZE = 50;

interface FilteredPage extends ListPage<PostSummary> {
  filter: PostFilter;
}

/** Returns the query of a filter's page, with its key in the cache. */
export function pageQuery(api: AdminPorts['api'], filter: PostFilter, page: number) {
  const query = { ...filterQuery(filter), limit: PAGE_SIZE, page };
  return {
    queryKey: [...queryKeys.posts, 'list', query],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FilteredPage> => ({
      ...(await api.list(listPosts, { query, signal })),
      filter,
    }),
  };
}

/**
 * Returns the first page of a filter. While the page of a new filter is being fetched, the former page stays;
 * `data.filter` tells which filter is shown.
 */
export function useFirstPage(filter: PostFilter) {
  const { api } = usePorts();
  return useQuery({ ...pageQuery(api, filter, 1), placeholderData: keepPreviousData });
}

/**
 * Returns the pages (counted from 1) that hold rows `first` to `last` (counted from 0) of a list, by their number.
 * `failure` is the reason why a page could not be fetched; null when all could. `tryAgain` fetches the failed pages
 * again.
 */
export function usePages(filter: PostFilter, first: number, last: number) {
  const { api } = usePorts();
  const from = Math.floor(first / PAGE_SIZE) + 1;
  const to = Math.max(from, Math.floor(last / PAGE_SIZE) + 1);
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return useQueries({
    queries: numbers.map((number) => pageQuery(api, filter, number)),
    combine: (results) => {
      const pages = new Map<number, ListPage<PostSummary>>();
      for (const [index, result] of results.entries()) if (result.data) pages.set(from + index, result.data);
      const failed = results.filter(({ isError, data }) => isError && !data);
      return {
        pages,
        failure: failed[0]?.error ?? null,
        tryAgain() {
          for (const { refetch } of failed) void refetch();
        },
      };
    },
  });
}

/** Fetches every post of a filter, without the list's pages, for an action on all of them. */
export async function fetchAllPosts(api: AdminPorts['api'], filter: PostFilter): Promise<PostSummary[]> {
  return (await api.list(listPosts, { query: filterQuery(filter) })).items;
}
