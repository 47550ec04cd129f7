import { randomUUID } from 'node:crypto';
import type { Reach } from '#server/adapters/reach.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { noteInAudit } from '#server/repositories/history/audit.ts';
import type { Page, Paging } from '#server/repositories/paging.ts';
import {
  getDelivery,
  insertMessage,
  listDeliveries,
  type StoredDelivery,
} from '#server/repositories/webhook-deliveries.ts';
import {
  deleteWebhook,
  getStoredWebhook,
  insertWebhook,
  listStoredWebhooks,
  replaceWebhook,
  replaceWebhookSecret,
  type StoredWebhook,
  webhookFigures,
} from '#server/repositories/webhooks.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import {
  type createWebhook,
  MOST_WEBHOOKS,
  type Webhook,
  type WebhookDelivery,
  type WebhookFields,
} from '#shared/contract/webhooks.ts';
import type { AuditEventName } from '#shared/kernel/audit-events.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { SealedKeys } from '../ai/sealed-keys.ts';
import { newWebhookSecret } from './sign-message.ts';
import { SEALED_FOR } from './try-delivery.ts';
import { readWebhookAddress } from './webhook-address.ts';
import { testMessage } from './webhook-messages.ts';
import type { WebhookOutbox } from './webhook-outbox.ts';

type NewWebhook = AnswerOf<typeof createWebhook>;

type WebhookAuditEvent = Extract<AuditEventName, `webhook_${string}`>;

/** The webhooks that the owner manages (docs/rules.md, "Webhooks"). */
export interface WebhookService {
  /** Newest first. */
  list(): Promise<Webhook[]>;
  /** The secret is returned here, and when it is renewed. Throws AppError `invalid_input`, `too_many_webhooks`. */
  create(fields: WebhookFields): Promise<NewWebhook>;
  /** Throws AppError `invalid_input`, `not_found`. */
  update(id: number, fields: WebhookFields): Promise<Webhook>;
  /** Throws AppError `not_found`. */
  remove(id: number): Promise<void>;
  /** Throws AppError `not_found`. */
  renewSecret(id: number): Promise<NewWebhook>;
  /** Sends a message of type `test` and returns its outcome. Throws AppError `not_found`. */
  test(id: number): Promise<WebhookDelivery>;
  /** The messages of the last days, newest first. Throws AppError `not_found`. */
  deliveries(id: number, paging: Paging): Promise<Page<WebhookDelivery>>;
  /** Sends a message again with the same id. Throws AppError `not_found`. */
  again(id: number, deliveryId: number): Promise<WebhookDelivery>;
}

interface WebhookOptions {
  db: Executor;
  clock: Clock;
  keys: SealedKeys;
  outbox: Pick<WebhookOutbox, 'sendNow' | 'wake'>;
  reach: Reach;
  siteUrl: string;
}

/** The number of messages in a list when the request names none. */
const DEFAULT_LIMIT = 20;

export function createWebhookService({ db, clock, keys, outbox, reach, siteUrl }: WebhookOptions): WebhookService {
  const checked = (fields: WebhookFields) => ({ ...fields, address: readWebhookAddress(fields.address, reach) });
  const shown = (webhook: StoredWebhook, figures: Awaited<ReturnType<typeof webhookFigures>>): Webhook => {
    const { secret, ...fields } = webhook;
    const { waiting = 0, lastState = null } = figures.get(webhook.id) ?? {};
    return { ...fields, secret: keys.open(secret, SEALED_FOR) === null ? 'again' : 'kept', waiting, lastState };
  };
  const get = async (id: number) => shown(await getStoredWebhook(db, id), await webhookFigures(db));
  /** Only the host name of the address is recorded: the part after it may be a secret. */
  const noteWebhook = (
    trx: Executor,
    event: WebhookAuditEvent,
    { id, name, address }: Pick<StoredWebhook, 'id' | 'name' | 'address'>,
  ) => noteInAudit(trx, { event, subject: id, name, details: { to: new URL(address).host } }, clock.now());
  const toDelivery = ({ webhookId: _, ...delivery }: StoredDelivery): WebhookDelivery => delivery;

  return {
    async list() {
      const figures = await webhookFigures(db);
      return (await listStoredWebhooks(db)).map((webhook) => shown(webhook, figures));
    },
    async create(fields) {
      const values = checked(fields);
      const secretText = newWebhookSecret();
      const id = await atomically(db, async (trx) => {
        if ((await listStoredWebhooks(trx)).length >= MOST_WEBHOOKS) throw new AppError('too_many_webhooks');
        const made = await insertWebhook(trx, values, keys.seal(secretText, SEALED_FOR), clock.now());
        await noteWebhook(trx, 'webhook_made', { id: made, ...values });
        return made;
      });
      return { ...(await get(id)), secretText };
    },
    async update(id, fields) {
      const values = checked(fields);
      await atomically(db, async (trx) => {
        await replaceWebhook(trx, id, values);
        await noteWebhook(trx, 'webhook_changed', { id, ...values });
      });
      outbox.wake();
      return get(id);
    },
    remove: (id) =>
      atomically(db, async (trx) => {
        const gone = await getStoredWebhook(trx, id);
        await deleteWebhook(trx, id);
        await noteWebhook(trx, 'webhook_deleted', gone);
      }),
    async renewSecret(id) {
      const secretText = newWebhookSecret();
      await atomically(db, async (trx) => {
        await replaceWebhookSecret(trx, id, keys.seal(secretText, SEALED_FOR));
        await noteWebhook(trx, 'webhook_secret_renewed', await getStoredWebhook(trx, id));
      });
      return { ...(await get(id)), secretText };
    },
    async test(id) {
      await getStoredWebhook(db, id);
      const now = clock.now();
      return toDelivery(
        await outbox.sendNow(await insertMessage(db, id, testMessage(randomUUID(), now, siteUrl), now)),
      );
    },
    async deliveries(id, { limit = DEFAULT_LIMIT, ...paging }) {
      await getStoredWebhook(db, id);
      return listDeliveries(db, id, { ...paging, limit });
    },
    async again(id, deliveryId) {
      await getDelivery(db, deliveryId, id);
      return toDelivery(await outbox.sendNow(deliveryId));
    },
  };
}
