import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { ListPage } from '#shared/api-client/parse-paging.ts';
import type { QueryInput } from '#shared/contract/endpoint.ts';
import { type Image, listImages } from '#shared/contract/images.ts';
import type { AdminPorts } from '../ports.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';

/** The number of pictures that a call fetches. */
const PAGE_SIZE = 60;

export type ImageQuery = QueryInput<typeof listImages>;

function pageQuery(api: AdminPorts['api'], filter: ImageQuery, page: number) {
  const query = { ...filter, limit: PAGE_SIZE, page };
  return {
    queryKey: [...queryKeys.images, 'list', query],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ListPage<Image>> => api.list(listImages, { query, signal }),
  };
}

/** Fetches the first page of a list; while the page of another list is loading, returns the previous page. */
export function useFirstImages(filter: ImageQuery, isOpen: boolean) {
  const { api } = usePorts();
  return useQuery({ ...pageQuery(api, filter, 1), enabled: isOpen, placeholderData: keepPreviousData });
}

/**
 * Fetches the pages (counted from 1) with the pictures `first` to `last` (counted from 0) of a list. `failure`: why one
 * of the pages could not be fetched; null if all could.
 */
export function useImagePages(filter: ImageQuery, first: number, last: number) {
  const { api } = usePorts();
  const from = Math.floor(first / PAGE_SIZE) + 1;
  const to = Math.max(from, Math.floor(last / PAGE_SIZE) + 1);
  return useQueries({
    queries: Array.from({ length: to - from + 1 }, (_, index) => pageQuery(api, filter, from + index)),
    combine(results) {
      const pages = new Map(results.map(({ data }, index) => [from + index, data?.items]));
      const failed = results.filter(({ isError, data }) => isError && !data);
      return {
        imageAt: (index: number) => pages.get(Math.floor(index / PAGE_SIZE) + 1)?.[index % PAGE_SIZE] ?? null,
        failure: failed[0]?.error ?? null,
        tryAgain() {
          for (const { refetch } of failed) void refetch();
        },
      };
    },
  });
}
