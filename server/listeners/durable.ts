import type { FastifyBaseLogger } from 'fastify';
import { createPostOutside } from '#server/adapters/post-outside.ts';
import type { AppOptions } from '#server/app-options.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { DurableListener } from '#server/services/events/durable-listener.ts';
import { announce } from '#server/services/letters/announce.ts';
import type { WebhookOutbox } from '#server/services/webhooks/webhook-outbox.ts';
import { indexNow } from './index-now.ts';
import { webSub } from './web-sub.ts';

interface DurableListenerOptions extends Pick<AppOptions, 'config' | 'database'> {
  log: FastifyBaseLogger;
  outbox: WebhookOutbox;
}

/** The one list of the listeners that are told of every event of posts, also of those from before a kill. */
export function durableListeners({ config, database, log, outbox }: DurableListenerOptions): DurableListener[] {
  const { INDEXNOW_KEY: key, INDEXNOW_ENDPOINT: endpoint, WEBSUB_HUB: hub, SITE_URL: siteUrl } = config;
  const outside = { post: createPostOutside(), log };
  const listeners: DurableListener[] = [
    letters({ db: database.db, hasMailServer: config.SMTP_URL !== undefined }),
    tellWebhooks(outbox),
  ];
  if (key !== undefined) listeners.push(indexNow({ ...outside, endpoint, key, siteUrl }));
  if (hub !== undefined) listeners.push(webSub({ ...outside, db: database.db, hub, siteUrl }));
  return listeners;
}

/** Has posts that go live for the first time sent as letters, or told of in the next digest. */
function letters(options: { db: Executor; hasMailServer: boolean }): DurableListener {
  return {
    name: 'letters',
    // What an import or a backup put back has brought is no news to readers.
    isOutside: true,
    handle: (events) => announce(events, options),
  };
}

/** Has the owner's webhooks told of posts: the messages are kept with the list, and sent behind its back. */
function tellWebhooks(outbox: Pick<WebhookOutbox, 'record' | 'wake'>): DurableListener {
  return {
    name: 'webhooks',
    isOutside: true,
    async handle(events) {
      await outbox.record(events);
      outbox.wake();
    },
  };
}
