import type { QueryClient } from '@tanstack/react-query';
import type { AdminPorts } from '../../ports.ts';
import { ASKED_AHEAD } from '../../query-client.ts';
import { postTarget } from '../post-address.ts';
import { filterOf } from './post-filter.ts';
import { pageQuery } from './use-post-pages.ts';

/**
 * Requests the first page of the list at an address before the list is drawn, at the same time as the server is asked
 * who is signed in. This is done only when the host already exchanges documents as the owner: otherwise the request
 * would often be in vain.
 */
export function askForListAhead(
  { api, exchange }: Pick<AdminPorts, 'api' | 'exchange'>,
  queryClient: QueryClient,
  address: { search: string; hash: string },
): void {
  const { status } = exchange.state.getState();
  const isExchanged = status === 'on-the-server' || status === 'waiting';
  if (!isExchanged || postTarget(address).kind !== 'list') return;
  void queryClient.prefetchQuery({ ...pageQuery(api, filterOf(address.search), 1), meta: ASKED_AHEAD });
}
