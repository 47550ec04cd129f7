import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { listAudit } from '#shared/contract/audit.ts';
import type { AuditClass } from '#shared/kernel/audit-events.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { daysBetween } from './audit-texts.ts';

const PAGE = 50;

/** Which entries are shown; an empty value sets no limit. Days are values of `<input type="date">`. */
export interface AuditFilter {
  class: AuditClass | '';
  from: string;
  to: string;
}

export const allAudit: AuditFilter = { class: '', from: '', to: '' };

/** Fetches the entries page by page, the latest first. */
export function useAudit(filter: AuditFilter) {
  const { api } = usePorts();
  return useInfiniteQuery({
    queryKey: [...queryKeys.audit, filter],
    queryFn: ({ pageParam, signal }) =>
      api.list(listAudit, {
        query: {
          limit: PAGE,
          ...(filter.class !== '' && { class: filter.class }),
          ...daysBetween(filter.from, filter.to),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // Whatever is done anywhere makes a new entry.
    staleTime: 0,
  });
}
