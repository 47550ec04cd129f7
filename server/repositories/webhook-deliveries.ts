import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { WebhookDelivery } from '#shared/contract/webhooks.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { MessageType } from '#shared/kernel/webhook-events.ts';
import { inChunks } from './in-chunks.ts';
import { cutPage, type Page, type Paging, windowOf } from './paging.ts';

/** A message as it is stored, with the id of its webhook. */
export type StoredDelivery = WebhookDelivery & { webhookId: number };

/** A message to be sent to a webhook. */
export interface NewMessage {
  messageId: string;
  type: MessageType;
  body: string;
}

const columns = [
  'id',
  'webhook_id as webhookId',
  'message_id as messageId',
  'type',
  'state',
  'created_at as createdAt',
  'due_at as dueAt',
  'attempts',
  'tried_at as triedAt',
  'status',
  'words',
  'duration',
  'body',
] as const;

/** The most messages of one webhook that can wait; further messages are stored as failed. */
const MOST_WAITING = 10_000;
/** The most messages of one webhook that are kept after they are done. */
const MOST_STORED = 1000;
const TOO_MANY = `More than ${MOST_WAITING.toLocaleString('en-US')} messages waited for this address, so this one was not sent.`;

function deliveries(ex: Executor) {
  return ex.selectFrom('webhook_deliveries').select(columns);
}

const read = (row: object) => row as StoredDelivery;

/**
 * Queues messages for a webhook, due at once. A message whose id is stored already is left as it is: events come again
 * after a kill. `now` in milliseconds since 1970.
 */
export async function queueMessages(
  ex: Executor,
  webhookId: number,
  messages: readonly NewMessage[],
  now: number,
): Promise<void> {
  await atomically(ex, async (trx) => {
    const { waiting } = await trx
      .selectFrom('webhook_deliveries')
      .where('webhook_id', '=', webhookId)
      .where('due_at', 'is not', null)
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow();
    const at = isoTime(now);
    const rows = messages.map(({ messageId, type, body }, place) => ({
      ...{ webhook_id: webhookId, message_id: messageId, type, body, created_at: at },
      ...(waiting + place < MOST_WAITING
        ? { state: 'waiting' as const, due_at: at, words: '' }
        : { state: 'failed' as const, due_at: null, words: TOO_MANY }),
    }));
    for (const slice of inChunks(rows)) {
      await trx
        .insertInto('webhook_deliveries')
        .values(slice)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/** Stores a message that is sent by hand and never automatically. Returns its id. */
export async function insertMessage(
  ex: Executor,
  webhookId: number,
  { messageId, type, body }: NewMessage,
  now: number,
): Promise<number> {
  const { id } = await ex
    .insertInto('webhook_deliveries')
    .values({
      ...{ webhook_id: webhookId, message_id: messageId, type, body, created_at: isoTime(now) },
      ...{ state: 'failed', due_at: null, words: 'It was not sent to its end.' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The ids of the webhooks that are switched on and have messages due by `now`. */
export async function webhooksWithDue(ex: Executor, now: number): Promise<number[]> {
  const rows = await ex
    .selectFrom('webhooks as w')
    .where('w.is_on', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_deliveries as d')
          .whereRef('d.webhook_id', '=', 'w.id')
          .where('d.due_at', '<=', isoTime(now))
          .select('d.id'),
      ),
    )
    .select('w.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The message of a webhook that has been due longest, if the webhook is switched on; null for none. */
export async function nextDelivery(ex: Executor, webhookId: number, now: number): Promise<StoredDelivery | null> {
  const row = await deliveries(ex)
    .where('webhook_id', '=', webhookId)
    .where('due_at', '<=', isoTime(now))
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('webhooks as w').where('w.id', '=', webhookId).where('w.is_on', '=', 1).select('w.id')),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ? read(row) : null;
}

/** The time, in ISO 8601, at which the next message of any webhook that is switched on is due; null for never. */
export async function nextDue(ex: Executor): Promise<string | null> {
  const row = await ex
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .where('w.is_on', '=', 1)
    .where('d.due_at', 'is not', null)
    .select(({ fn }) => fn.min('d.due_at').as('due'))
    .executeTakeFirst();
  return row?.due ?? null;
}

/** Returns a message. Throws AppError `not_found`, also for a message of another webhook when `webhookId` is given. */
export async function getDelivery(ex: Executor, id: number, webhookId?: number): Promise<StoredDelivery> {
  let query = deliveries(ex).where('id', '=', id);
  if (webhookId !== undefined) query = query.where('webhook_id', '=', webhookId);
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return read(row);
}

/** The result of an attempt. */
export interface TriedDelivery {
  state: WebhookDelivery['state'];
  /** Milliseconds since 1970; null when the message is not retried. */
  dueAt: number | null;
  status: number | null;
  words: string;
  /** Milliseconds. */
  duration: number;
}

/** Records an attempt. `now` in milliseconds since 1970. */
export async function noteTry(ex: Executor, id: number, tried: TriedDelivery, now: number): Promise<void> {
  await ex
    .updateTable('webhook_deliveries')
    .set(({ eb }) => ({
      ...{ state: tried.state, status: tried.status, words: tried.words, duration: tried.duration },
      due_at: tried.dueAt === null ? null : isoTime(tried.dueAt),
      tried_at: isoTime(now),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** The messages of a webhook, newest first. */
export async function listDeliveries(ex: Executor, webhookId: number, paging: Paging): Promise<Page<WebhookDelivery>> {
  const { limit, offset, after } = windowOf(paging);
  let query = deliveries(ex)
    .where('webhook_id', '=', webhookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(after.at, after.id)));
  }
  const rows = (await query.execute()).map(read);
  const { total } = await ex
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const { shown, next } = cutPage(
    rows.map((row) => ({ ...row, at: row.createdAt })),
    paging,
  );
  return { items: shown.map(({ webhookId: _, at: __, ...delivery }) => delivery), total, next };
}

/**
 * Deletes messages that are done: those from before `time` (milliseconds since 1970), and of each webhook all but the
 * last ones.
 */
export async function forgetDeliveries(ex: Executor, time: number): Promise<void> {
  await ex
    .deleteFrom('webhook_deliveries')
    .where('created_at', '<', isoTime(time))
    .where('due_at', 'is', null)
    .execute();
  const done = ex
    .selectFrom('webhook_deliveries')
    .where('due_at', 'is', null)
    .select([
      'id',
      ({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('webhook_id').orderBy('id', 'desc'))
          .as('place'),
    ])
    .as('done');
  await ex
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', ex.selectFrom(done).where('place', '>', MOST_STORED).select('done.id'))
    .execute();
}
