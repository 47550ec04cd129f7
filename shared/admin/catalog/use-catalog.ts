import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ListedAuthor, listAuthors } from '#shared/contract/authors.ts';
import { type CategoryWithCount, listCategories } from '#shared/contract/categories.ts';
import { type ListedSeries, listSeries } from '#shared/contract/series.ts';
import { listTags, type Tag } from '#shared/contract/tags.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';

/** All categories, in the site's order. */
export function useCategories(): UseQueryResult<CategoryWithCount[]> {
  const { api } = usePorts();
  return useQuery({ queryKey: queryKeys.categories, queryFn: ({ signal }) => api.call(listCategories, { signal }) });
}

export function useAuthors(): UseQueryResult<ListedAuthor[]> {
  const { api } = usePorts();
  return useQuery({ queryKey: queryKeys.authors, queryFn: ({ signal }) => api.call(listAuthors, { signal }) });
}

export function useTags(): UseQueryResult<Tag[]> {
  const { api } = usePorts();
  return useQuery({ queryKey: queryKeys.tags, queryFn: ({ signal }) => api.call(listTags, { signal }) });
}

/** All series. The query is kept under that of the posts, because a save of a post may change the series too. */
export function useSeries(): UseQueryResult<ListedSeries[]> {
  const { api } = usePorts();
  const queryKey = [...queryKeys.posts, 'series'];
  return useQuery({ queryKey, queryFn: ({ signal }) => api.call(listSeries, { signal }) });
}
