import { type Selectable, sql } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { WebhooksTable } from '#server/db/webhook-tables.ts';
import type { Webhook, WebhookFields } from '#shared/contract/webhooks.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { WEBHOOK_EVENTS } from '#shared/kernel/webhook-events.ts';

/** A webhook as it is stored, with its secret sealed. */
export interface StoredWebhook extends WebhookFields {
  id: number;
  offReason: string | null;
  secret: Buffer;
  createdAt: string;
}

/** All webhooks, newest first. */
export async function listStoredWebhooks(ex: Executor): Promise<StoredWebhook[]> {
  return (await ex.selectFrom('webhooks').selectAll().orderBy('id', 'desc').execute()).map(toWebhook);
}

/** Returns a webhook. Throws AppError `not_found`. */
export async function getStoredWebhook(ex: Executor, id: number): Promise<StoredWebhook> {
  const row = await ex.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toWebhook(row);
}

/** Inserts a webhook and returns its id. `now` in milliseconds since 1970. */
export async function insertWebhook(ex: Executor, fields: WebhookFields, secret: Buffer, now: number): Promise<number> {
  const { id } = await ex
    .insertInto('webhooks')
    .values({ ...rowOf(fields), off_reason: null, secret, created_at: isoTime(now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces the fields of a webhook. Throws AppError `not_found`. */
export async function replaceWebhook(ex: Executor, id: number, fields: WebhookFields): Promise<void> {
  await changed(ex, id, { ...rowOf(fields), ...(fields.isOn && { off_reason: null }) });
}

/** Replaces the secret of a webhook. Throws AppError `not_found`. */
export async function replaceWebhookSecret(ex: Executor, id: number, secret: Buffer): Promise<void> {
  await changed(ex, id, { secret });
}

/** Deletes a webhook and its messages. Throws AppError `not_found`. */
export async function deleteWebhook(ex: Executor, id: number): Promise<void> {
  const { numDeletedRows } = await ex.deleteFrom('webhooks').where('id', '=', id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}

/** Switches a webhook off, for a reason that the owner can read. */
export async function switchWebhookOff(ex: Executor, id: number, reason: string): Promise<void> {
  await ex.updateTable('webhooks').set({ is_on: 0, off_reason: reason }).where('id', '=', id).execute();
}

/**
 * Switches off every webhook that is on, for a reason that the owner can read, and marks waiting messages as failed.
 */
export async function endWebhooks(ex: Executor, reason: string): Promise<void> {
  await ex.updateTable('webhooks').set({ is_on: 0, off_reason: reason }).where('is_on', '=', 1).execute();
  await ex
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', due_at: null, words: reason })
    .where('state', '=', 'waiting')
    .execute();
}

/** The number of waiting messages of each webhook, and the state of the last message that was tried, by webhook id. */
export async function webhookFigures(ex: Executor): Promise<Map<number, Pick<Webhook, 'waiting' | 'lastState'>>> {
  const last = sql<Webhook['lastState']>`(select d.state from webhook_deliveries d
    where d.webhook_id = w.id and d.tried_at is not null order by d.tried_at desc, d.id desc limit 1)`;
  const waiting = sql<number>`(select count(*) from webhook_deliveries d
    where d.webhook_id = w.id and d.due_at is not null)`;
  const rows = await ex
    .selectFrom('webhooks as w')
    .select(['w.id', waiting.as('waiting'), last.as('lastState')])
    .execute();
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

async function changed(ex: Executor, id: number, row: Partial<Selectable<WebhooksTable>>): Promise<void> {
  const { created_at: _, id: __, ...columns } = row;
  const { numUpdatedRows } = await ex
    .updateTable('webhooks')
    .set(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new AppError('not_found');
}

function rowOf({ name, address, events, hearsDrafts, isOn }: WebhookFields) {
  return { name, address, events: JSON.stringify(events), hears_drafts: flag(hearsDrafts), is_on: flag(isOn) };
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

function toWebhook(row: Selectable<WebhooksTable>): StoredWebhook {
  const events: unknown = JSON.parse(row.events);
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    events: WEBHOOK_EVENTS.filter((event) => Array.isArray(events) && events.includes(event)),
    hearsDrafts: row.hears_drafts === 1,
    isOn: row.is_on === 1,
    offReason: row.off_reason,
    secret: row.secret,
    createdAt: row.created_at,
  };
}
