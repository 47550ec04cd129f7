import { useQuery } from '@tanstack/react-query';
import { getAiBatch, listAiBatches } from '#shared/contract/ai-batches.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';

/** Milliseconds after which what goes on is asked for again. */
const LOOK_AGAIN = 3000;

/** The batches there are, followed while one goes on. */
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

/** One of them with its topics. */
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
