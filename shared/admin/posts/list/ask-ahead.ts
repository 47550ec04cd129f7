import type { QueryClient } from '@tanstack/react-query';
import type { AdminPorts } from '../../ports.ts';
import { ASKED_AHEAD } from '../../query-client.ts';
import { postTarget } from '../post-address.ts';
import { filterOf } from './post-filter.ts';
import { pageQuery } from './use-post-pages.ts';

/**
 * Asks for the first page of the list at an address before the list is there, so that it comes beside the answer to who is signed
 * in. Only where the host exchanges documents as the owner already: elsewhere it would often be asked in vain.
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
