import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import {
  type HistoryAction,
  type HistoryEntry,
  type HistoryKind,
  listHistory,
  restoreHistory,
} from '#shared/contract/history.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

const PAGE = 50;

/** Which entries are shown; empty does not restrict. */
export interface HistoryFilter {
  kind: HistoryKind | '';
  action: HistoryAction | '';
  search: string;
}

export const allHistory: HistoryFilter = { kind: '', action: '', search: '' };

/** The entries, the last first, page by page. */
export function useHistory({ kind, action, search }: HistoryFilter) {
  const { api } = usePorts();
  const q = search.trim();
  return useInfiniteQuery({
    queryKey: [...queryKeys.history, kind, action, q],
    queryFn: ({ pageParam, signal }) =>
      api.list(listHistory, {
        query: {
          limit: PAGE,
          ...(kind !== '' && { kind }),
          ...(action !== '' && { action }),
          ...(q !== '' && { q }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // Whatever is done on any other screen, or device, is a new entry.
    staleTime: 0,
  });
}

/** Brings back what an entry is about, or takes that back. Everything may be another than before. */
export function useRestore(onRestored: (entry: HistoryEntry, undo: number | null) => void) {
  return useAction({
    name: 'history_restored',
    run: ({ api }, { id }: HistoryEntry) => api.call(restoreHistory, { params: { id } }),
    refreshes: [[]],
    failure: 'Not restored',
    onSuccess: ({ undo }, entry) => onRestored(entry, undo),
  });
}
