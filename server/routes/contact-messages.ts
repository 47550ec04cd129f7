import type { Services } from '#server/services/index.ts';
import { deleteContactMessage, listContactMessages, updateContactMessage } from '#shared/contract/contact.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

/** The messages of readers, for the owner. */
export function addContactMessageRoutes(register: Register, { contactMessages }: Services): void {
  register(listContactMessages, async ({ query, request, reply }) => {
    const list = await contactMessages.list(query);
    setPagingHeaders(request, reply, list);
    return list.items;
  });

  register(updateContactMessage, ({ params, body }) => contactMessages.mark(params.id, body.read));

  register(deleteContactMessage, async ({ params }) => {
    await contactMessages.remove(params.id);
    return undefined;
  });
}
