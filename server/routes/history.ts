import type { Services } from '#server/services/index.ts';
import { listHistory, restoreHistory } from '#shared/contract/history.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

/** The History of deleted and replaced things, for the owner. */
export function addHistoryRoutes(register: Register, { history }: Services): void {
  register(listHistory, async ({ query, request, reply }) => {
    const list = await history.list(query);
    setPagingHeaders(request, reply, list);
    return list.items;
  });

  register(restoreHistory, ({ params }) => history.restore(params.id));
}
