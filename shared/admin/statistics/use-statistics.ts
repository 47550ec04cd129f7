import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnswerOf, Endpoint, QueryInput } from '#shared/contract/endpoint.ts';
import {
  type downloadStatistics,
  getFollowers,
  getNiches,
  getReadings,
  getReferrers,
  getSearches,
  listMissingPages,
  listReadPosts,
} from '#shared/contract/statistics.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import type { StatisticsView } from './statistics-address.ts';

/** Milliseconds for which figures are valid: readers go on reading. */
const GOOD_FOR = 60_000;

/** Returns the query of a view for the server. */
export function askedOf({ range, subject }: StatisticsView): QueryInput<typeof downloadStatistics> {
  return subject ? { range, [subject.kind]: subject.id } : { range };
}

type AnyAsked = Record<string, string | number | undefined>;

/** Fetches the answer of one call; the answer for the former view stays until the new one is there. */
function useFigures<E extends Endpoint>(endpoint: E, query: AnyAsked) {
  const { api } = usePorts();
  return useQuery<AnswerOf<E>>({
    queryKey: [...queryKeys.statistics, endpoint.name, query],
    queryFn: ({ signal }) => api.call<Endpoint, AnswerOf<E>>(endpoint, { query, signal } as never),
    placeholderData: keepPreviousData as never,
    staleTime: GOOD_FOR,
  });
}

export const useReadings = (view: StatisticsView) => useFigures(getReadings, askedOf(view) as AnyAsked);
export const useReadPosts = (view: StatisticsView) => useFigures(listReadPosts, askedOf(view) as AnyAsked);
export const useReferrers = (view: StatisticsView) => useFigures(getReferrers, askedOf(view) as AnyAsked);
export const useSearches = ({ range }: StatisticsView) => useFigures(getSearches, { range });
export const useMissingPages = ({ range }: StatisticsView) => useFigures(listMissingPages, { range });
export const useNiches = ({ range }: StatisticsView) => useFigures(getNiches, { range });
export const useFollowers = ({ range }: StatisticsView) => useFigures(getFollowers, { range });
