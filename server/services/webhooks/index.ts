import { createPostOutside } from '#server/adapters/post-outside.ts';
import type { Config } from '#server/config.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { createSealedKeys } from '../ai/sealed-keys.ts';
import { createWebhookOutbox } from './webhook-outbox.ts';

export type { WebhookOutbox } from './webhook-outbox.ts';

interface WebhookPartsOptions {
  db: Executor;
  clock: Clock;
  timers: Timers;
  config: Pick<Config, 'AI_KEY_SECRET' | 'WEBHOOK_ALLOW_LOCAL' | 'SITE_URL'>;
  /** The server's secret; webhook secrets are sealed with it when the operator has not set another secret for them. */
  sessionSecret: string;
  onError: (error: unknown) => void;
}

export type WebhookParts = ReturnType<typeof createWebhookParts>;

/** The parts that the listener of events and the service of webhooks share. */
export function createWebhookParts({ db, clock, timers, config, sessionSecret, onError }: WebhookPartsOptions) {
  const keys = createSealedKeys(config.AI_KEY_SECRET ?? sessionSecret, 'secrets of webhooks');
  const reach = config.WEBHOOK_ALLOW_LOCAL ? ('local' as const) : ('public' as const);
  const parts = { db, clock, keys, reach, siteUrl: config.SITE_URL };
  return { ...parts, outbox: createWebhookOutbox({ ...parts, timers, post: createPostOutside(), onError }) };
}
