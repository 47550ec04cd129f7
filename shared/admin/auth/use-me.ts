import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getMe, type Me } from '#shared/contract/session.ts';
import type { AdminPorts } from '../ports.ts';
import { usePorts } from '../ports-context.tsx';
import { FIVE_MINUTES, isSignedOut, queryKeys } from '../query-client.ts';

/**
 * Returns who is signed in; null for nobody, which the server says by 401. No answer at all is an error, not a
 * sign-out.
 */
export async function fetchMe(api: AdminPorts['api']): Promise<Me | null> {
  try {
    return await api.call(getMe);
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

export function useMe(): UseQueryResult<Me | null> {
  const { api } = usePorts();
  return useQuery({ queryKey: queryKeys.me, queryFn: () => fetchMe(api), staleTime: FIVE_MINUTES });
}
