import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getMe, type Me } from '#shared/contract/session.ts';
import type { AdminPorts } from '../ports.ts';
import { usePorts } from '../ports-context.tsx';
import { FIVE_MINUTES, isSignedOut, queryKeys } from '../query-client.ts';

/** Who is signed in: null for nobody, which 401 means. No answer at all is an error, and no sign-out. */
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
