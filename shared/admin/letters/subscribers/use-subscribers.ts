import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  addSubscriber,
  deletePendingSubscription,
  endSubscriber,
  eraseSubscriber,
  exportSubscribers,
  getSubscriber,
  getSubscriberFigures,
  listPendingSubscriptions,
  listSubscribers,
  type PendingSubscription,
  type Subscriber,
  type SubscriberState,
} from '#shared/contract/letters/subscribers.ts';
import type { SubscriptionFields } from '#shared/contract/letters/subscriptions.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';

const PAGE = 50;

/** Who is shown: the subscribers in one state, or the people who have not confirmed yet. */
export interface SubscriberFilter {
  state: SubscriberState | 'pending';
  search: string;
}

export function useFigures() {
  const { api } = usePorts();
  return useQuery({
    queryKey: [...queryKeys.subscribers, 'figures'],
    queryFn: ({ signal }) => api.call(getSubscriberFigures, { signal }),
    // Subscribers come and go while nobody looks at the page.
    staleTime: 0,
  });
}

/** Fetches the subscribers in a state, or the people who have not confirmed, page by page. */
export function useSubscribers({ state, search }: SubscriberFilter) {
  const { api } = usePorts();
  const q = search.trim();
  return useInfiniteQuery({
    queryKey: [...queryKeys.subscribers, state, q],
    queryFn: async ({ pageParam, signal }): Promise<SubscriberPage> => {
      const query = { limit: PAGE, ...(q !== '' && { q }), ...(pageParam && { cursor: pageParam }) };
      if (state !== 'pending') return api.list(listSubscribers, { query: { ...query, state }, signal });
      return api.list(listPendingSubscriptions, { query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** A person in the list; a person who has not confirmed has no state. */
export type Listed = Subscriber | PendingSubscription;
interface SubscriberPage {
  items: Listed[];
  next: string | null;
}

const refreshes = [queryKeys.subscribers];

export function useAddSubscriber(onAdded: () => void) {
  return useAction({
    name: 'subscriber_added',
    run: ({ api }, body: SubscriptionFields) => api.call(addSubscriber, { body }),
    refreshes,
    success: 'A mail to confirm is on its way',
    failure: 'Not added',
    onSuccess: onAdded,
  });
}

export function useEndSubscriber() {
  return useAction({
    name: 'subscriber_ended',
    run: ({ api }, id: number) => api.call(endSubscriber, { params: { id } }),
    refreshes,
    success: 'Subscription ended',
    failure: 'Not ended',
  });
}

export function useEraseSubscriber() {
  return useAction({
    name: 'subscriber_erased',
    run: ({ api }, id: number) => api.call(eraseSubscriber, { params: { id } }),
    refreshes,
    success: 'Erased for good',
    failure: 'Not erased',
  });
}

export function useForgetPending() {
  return useAction({
    name: 'pending_subscription_deleted',
    run: ({ api }, id: number) => api.call(deletePendingSubscription, { params: { id } }),
    refreshes,
    success: 'Forgotten',
    failure: 'Not forgotten',
  });
}

/** Saves everything that is stored of one subscriber as a file, for the owner to pass on. */
export function useRecordFile() {
  return useAction({
    name: 'subscriber_exported',
    run: async ({ api, files }, id: number) => {
      const record = await api.call(getSubscriber, { params: { id } });
      return files.saveText(`subscriber-${id}.json`, `${JSON.stringify(record, null, 2)}\n`);
    },
    failure: 'Not saved',
  });
}

/** Saves all subscribers as a file for the owner. */
export function useSubscribersFile() {
  return useAction({
    name: 'subscribers_exported',
    run: async ({ api, files }) => {
      const { fileName, csv } = await api.call(exportSubscribers, {});
      return files.saveText(fileName, csv);
    },
    failure: 'Not saved',
  });
}
