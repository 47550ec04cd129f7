import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  type ContactMessage,
  deleteContactMessage,
  listContactMessages,
  updateContactMessage,
} from '#shared/contract/contact.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

const PAGE = 50;

/** Returns the number of unread messages; undefined while it is not known. */
export function useUnreadCount(): number | undefined {
  const { api } = usePorts();
  const unread = useQuery({
    queryKey: [...queryKeys.messages, 'unread'],
    queryFn: async ({ signal }) =>
      (await api.list(listContactMessages, { query: { read: false, limit: 1 }, signal })).total,
    // Readers change this number without any action of the owner, so it is fetched again every two minutes.
    refetchInterval: 120_000,
  });
  return unread.data;
}

/** Fetches the messages page by page, the newest first. */
export function useMessages() {
  const { api } = usePorts();
  return useInfiniteQuery({
    queryKey: [...queryKeys.messages, 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.list(listContactMessages, { query: { limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

export function useMarkMessage() {
  return useAction({
    name: 'message_marked',
    run: ({ api }, { id, read }: { id: number; read: boolean }) =>
      api.call(updateContactMessage, { params: { id }, body: { read } }),
    refreshes: [queryKeys.messages],
  });
}

export function useDeleteMessage() {
  return useAction({
    name: 'message_deleted',
    run: ({ api }, { id }: ContactMessage) => api.call(deleteContactMessage, { params: { id } }),
    refreshes: [queryKeys.messages],
    success: 'Message deleted',
  });
}
