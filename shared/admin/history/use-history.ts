import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type HistoryAction, type HistoryEntry, type HistoryKind, listHistory } from '#shared/contract/history.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';
import { type Restoration, type Restored, restore } from './restoration.ts';

const PAGE = 100;

/** Which entries are shown; an empty value sets no limit. */
export interface HistoryFilter {
  kind: HistoryKind | '';
  action: HistoryAction | '';
  search: string;
}

export const allHistory: HistoryFilter = { kind: '', action: '', search: '' };

/** Fetches the entries page by page, the latest first. */
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
    // Whatever is done on any other screen or device makes a new entry.
    staleTime: 0,
  });
}

interface Restoring {
  /** The entries that are being restored; null for none. */
  busy: readonly HistoryEntry[] | null;
  /** How many of these entries are done. */
  done: number;
  restore(restoration: Restoration): void;
  /** Stops after what the server is doing at the moment. */
  stop(): void;
  isStopping: boolean;
}

/** Restores entries, or undoes that. Everything that the admin shows may have changed afterwards. */
export function useRestore(onRestored: (restoration: Restoration, outcome: Restored) => void): Restoring {
  const [done, setDone] = useState(0);
  const [isStopping, setIsStopping] = useState(false);
  const stopping = useRef(new AbortController());
  const { isPending, variables, mutate } = useAction({
    name: 'history_restored',
    run(ports, restoration: Restoration) {
      setDone(0);
      setIsStopping(false);
      stopping.current = new AbortController();
      return restore(ports, restoration, { onProgress: setDone, stop: stopping.current.signal });
    },
    refreshes: [[]],
    failure: 'Not restored',
    onSuccess: (outcome, restoration) => onRestored(restoration, outcome),
  });
  return {
    busy: isPending ? variables.entries : null,
    done,
    restore: mutate,
    stop() {
      setIsStopping(true);
      stopping.current.abort();
    },
    isStopping,
  };
}
