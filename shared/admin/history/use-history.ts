import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#shared/api-client/api-error.ts';
import {
  type HistoryAction,
  type HistoryEntry,
  type HistoryKind,
  listHistory,
  restoreHistory,
} from '#shared/contract/history.ts';
import { errorText } from '../error-text.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

const PAGE = 100;

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

/** What restoring has done: the entries that take it back, the last first, and what refused. */
export interface Restored {
  undo: HistoryEntry[];
  failed: { name: string; message: string }[];
}

interface Restoring {
  /** Those that are being restored; null for none. */
  busy: readonly HistoryEntry[] | null;
  /** How many of them are. */
  done: number;
  restore(entries: readonly HistoryEntry[]): void;
}

/**
 * Brings back what entries are about, or takes that back, one after the other; one that refuses stops no other. Everything
 * may be another than before.
 */
export function useRestore(onRestored: (entries: readonly HistoryEntry[], outcome: Restored) => void): Restoring {
  const [done, setDone] = useState(0);
  const { isPending, variables, mutate } = useAction({
    name: 'history_restored',
    async run({ api }, entries: readonly HistoryEntry[]) {
      const outcome: Restored = { undo: [], failed: [] };
      for (const [index, entry] of entries.entries()) {
        setDone(index);
        try {
          const { undo } = await api.call(restoreHistory, { params: { id: entry.id } });
          if (undo !== null) outcome.undo.unshift({ ...entry, id: undo, action: opposite(entry.action) });
        } catch (error) {
          if (entries.length === 1) throw error;
          outcome.failed.push({ name: entry.name, message: errorText(error) });
          // Without a connection or a session the others would fare no better.
          if (!(error instanceof ApiError) || error.code === 'unauthorized') break;
        }
      }
      return outcome;
    },
    refreshes: [[]],
    failure: 'Not restored',
    onSuccess: (outcome, entries) => onRestored(entries, outcome),
  });
  return { busy: isPending ? variables : null, done, restore: mutate };
}

function opposite(action: HistoryAction): HistoryAction {
  if (action === 'replaced') return action;
  return action === 'restored' ? 'deleted' : 'restored';
}
