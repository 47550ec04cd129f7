import { clientNetwork } from '#server/services/client-network.ts';
import type { Services } from '#server/services/index.ts';
import {
  addSubscriber,
  deletePendingSubscription,
  endSubscriber,
  eraseSubscriber,
  exportSubscribers,
  getSubscriber,
  getSubscriberFigures,
  listPendingSubscriptions,
  listSubscribers,
} from '#shared/contract/letters/subscribers.ts';
import { askSubscription } from '#shared/contract/letters/subscriptions.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

/** As many as the form on the pages accepts from one network. */
const ASKS_A_MINUTE = 10;

/** Following by e-mail: the request of a reader, and all subscribers for the owner. */
export function addSubscriberRoutes(register: Register, { invitations, subscribers }: Services): void {
  register(
    askSubscription,
    async ({ body: { website, ...fields }, request }) => {
      await invitations.ask({ ...fields, isProgram: Boolean(website) }, clientNetwork(request.ip));
      return undefined;
    },
    { perMinute: ASKS_A_MINUTE },
  );

  register(listSubscribers, async ({ query, request, reply }) => {
    const list = await subscribers.list(query);
    setPagingHeaders(request, reply, list);
    return list.items;
  });
  register(listPendingSubscriptions, async ({ query, request, reply }) => {
    const list = await subscribers.listPending(query);
    setPagingHeaders(request, reply, list);
    return list.items;
  });
  register(getSubscriberFigures, () => subscribers.figures());
  register(exportSubscribers, () => subscribers.csv());
  register(getSubscriber, ({ params }) => subscribers.record(params.id));
  register(addSubscriber, async ({ body }) => {
    await invitations.invite(body);
    return undefined;
  });
  register(endSubscriber, ({ params }) => subscribers.end(params.id));
  register(eraseSubscriber, async ({ params }) => {
    await subscribers.erase(params.id);
    return undefined;
  });
  register(deletePendingSubscription, async ({ params }) => {
    await subscribers.forgetPending(params.id);
    return undefined;
  });
}
