import { useQuery } from '@tanstack/react-query';
import { getAiBatch, listAiBatches } from '#shared/contract/ai-batches.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';

/** The time, in milliseconds, after which running batches are fetched again. */
const LOOK_AGAIN = 3000;

/** Returns all batches, and fetches them again while one is under way. */
export function useBatches() {
  const { api } = usePorts();
  return useQuery({
    queryKey: queryKeys.batches,
    queryFn: ({ signal }) => api.call(listAiBatches, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((batch) => batch.state === 'running' || batch.counts.running > 0) ? LOOK_AGAIN : false,
  });
}

/** Returns one batch with its topics. */
export function useBatch(id: string) {
  const { api } = usePorts();
  return useQuery({
    queryKey: [...queryKeys.batches, id],
    queryFn: ({ signal }) => api.call(getAiBatch, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && (data.state === 'running' || data.counts.running > 0) ? LOOK_AGAIN : false,
  });
}
