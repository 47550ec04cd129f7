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

/** The only list of listeners that receive every event of posts, including those from before a kill. */
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

/** Sends posts that go live for the first time as letters, or puts them into the next digest. */
function letters(options: { db: Executor; hasMailServer: boolean }): DurableListener {
  return {
    name: 'letters',
    // Posts that an import or a restored backup has brought are no news to readers.
    isOutside: true,
    handle: (events) => announce(events, options),
  };
}

/**
 * Tells the owner's webhooks of posts: the messages are stored while the list of events is handled, and sent in the
 * background.
 */
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
