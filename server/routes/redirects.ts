import type { Services } from '#server/services/index.ts';
import { createRedirect, deleteRedirect, listRedirects, updateRedirect } from '#shared/contract/redirects.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

/** The redirects, for the owner. */
export function addRedirectRoutes(register: Register, { redirects }: Services): void {
  register(listRedirects, async ({ query, request, reply }) => {
    const list = await redirects.list(query);
    setPagingHeaders(request, reply, list);
    return list.items;
  });
  register(createRedirect, ({ body }) => redirects.create(body));
  register(updateRedirect, ({ params, body }) => redirects.update(params.id, body));
  register(deleteRedirect, async ({ query }) => {
    await redirects.remove(query.path);
    return undefined;
  });
}
