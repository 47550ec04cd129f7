import type { Services } from '#server/services/index.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  sendWebhookAgain,
  testWebhook,
  updateWebhook,
} from '#shared/contract/webhooks.ts';
import { setPagingHeaders } from './paging-headers.ts';
import type { Register } from './register.ts';

/** The most messages that one network sends by hand per minute. */
const BY_HAND = { perMinute: 30 };

/** The addresses that are told about posts, for the owner. */
export function addWebhookRoutes(register: Register, { webhooks }: Services): void {
  register(listWebhooks, () => webhooks.list());
  register(createWebhook, ({ body }) => webhooks.create(body));
  register(updateWebhook, ({ params, body }) => webhooks.update(params.id, body));
  register(deleteWebhook, async ({ params }) => {
    await webhooks.remove(params.id);
    return undefined;
  });
  register(renewWebhookSecret, ({ params }) => webhooks.renewSecret(params.id));
  register(testWebhook, ({ params }) => webhooks.test(params.id), BY_HAND);
  register(listWebhookDeliveries, async ({ params, query, request, reply }) => {
    const list = await webhooks.deliveries(params.id, query);
    setPagingHeaders(request, reply, list);
    return list.items;
  });
  register(sendWebhookAgain, ({ params }) => webhooks.again(params.id, params.deliveryId), BY_HAND);
}
