import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getCalendar, getQueue } from '#shared/contract/calendar.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { spanOf } from './days.ts';

const ofCategory = (category: string) => (category === '' ? {} : { category });

/** What lies in these days. While another span is on its way, the earlier one stays. */
export function useSpan(days: readonly string[], category: string) {
  const { api } = usePorts();
  const query = { ...spanOf(days), ...ofCategory(category) };
  return useQuery({
    queryKey: [...queryKeys.posts, 'calendar', query],
    queryFn: ({ signal }) => api.call(getCalendar, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What comes next, what did not go, and what has no date. */
export function useQueue(category: string) {
  const { api } = usePorts();
  const query = ofCategory(category);
  return useQuery({
    queryKey: [...queryKeys.posts, 'queue', query],
    queryFn: ({ signal }) => api.call(getQueue, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
