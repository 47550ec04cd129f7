import type { DurableListener } from '#server/services/events/durable-listener.ts';
import type { WebhookOutbox } from '#server/services/webhooks/webhook-outbox.ts';

/** Has the owner's webhooks told of posts: the messages are kept with the list, and sent behind its back. */
export function tellWebhooks(outbox: Pick<WebhookOutbox, 'record' | 'wake'>): DurableListener {
  return {
    name: 'webhooks',
    isOutside: true,
    async handle(events) {
      await outbox.record(events);
      outbox.wake();
    },
  };
}
