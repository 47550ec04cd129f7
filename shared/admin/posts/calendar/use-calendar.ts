import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getCalendar, getQueue } from '#shared/contract/calendar.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { spanOf } from './days.ts';

const ofCategory = (category: string) => (category === '' ? {} : { category });

/** Returns the posts of these days. While another span is being fetched, the earlier one stays. */
export function useSpan(days: readonly string[], category: string) {
  const { api } = usePorts();
  const query = { ...spanOf(days), ...ofCategory(category) };
  return useQuery({
    queryKey: [...queryKeys.posts, 'calendar', query],
    queryFn: ({ signal }) => api.call(getCalendar, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Returns the posts that come next, those that did not go live, and those without a date. */
export function useQueue(category: string) {
  const { api } = usePorts();
  const query = ofCategory(category);
  return useQuery({
    queryKey: [...queryKeys.posts, 'queue', query],
    queryFn: ({ signal }) => api.call(getQueue, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
