import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  changeLetter,
  getLettersState,
  type Letter,
  type LetterAction,
  listLetters,
} from '#shared/contract/letters/letters.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

const PAGE = 20;
/**
 * Milliseconds between two checks of letters that are being sent: their sending continues without any action of the
 * owner.
 */
const LOOK_EVERY = 3000;
/** The same while no letter is being sent: one may begin automatically. */
const LOOK_SELDOM = 60_000;

const isUnderWay = ({ state }: Letter) => state === 'waiting' || state === 'preparing' || state === 'sending';

/** Fetches the letters page by page, the newest first. */
export function useLetters() {
  const { api } = usePorts();
  return useInfiniteQuery({
    queryKey: [...queryKeys.letters, 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.list(listLetters, { query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? LOOK_EVERY : LOOK_SELDOM,
  });
}

/** Fetches whether letters can be sent, and what is sent next. */
export function useLettersState() {
  const { api } = usePorts();
  return useQuery({
    queryKey: [...queryKeys.letters, 'state'],
    queryFn: ({ signal }) => api.call(getLettersState, { signal }),
    refetchInterval: ({ state }) => (state.data?.rest || state.data?.waiting ? LOOK_EVERY : LOOK_SELDOM),
  });
}

export function useChangeLetter() {
  return useAction({
    name: 'letter_changed',
    run: ({ api }, { id, action }: { id: number; action: LetterAction }) =>
      api.call(changeLetter, { params: { id }, body: { action } }),
    refreshes: [queryKeys.letters],
  });
}
