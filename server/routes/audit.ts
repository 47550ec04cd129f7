import type { Services } from '#server/services/index.ts';
import { listAudit } from '#shared/contract/audit.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

/** The log, for the owner only. */
export function addAuditRoutes(register: Register, { audit }: Services): void {
  register(listAudit, async ({ query, request, reply }) => {
    const list = await audit.list(query);
    setPagingHeaders(request, reply, list);
    return list.items;
  });
}
