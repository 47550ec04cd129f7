import type { Selectable } from 'kysely';
import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { AiBatchesTable, AiBatchItemsTable } from '#server/db/schema.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import {
  type BatchForm,
  type BatchItemState,
  type BatchState,
  type BatchTopic,
  judgedCounts,
} from '#shared/contract/ai-batches.ts';
import type { BatchDraft, ItemChange, StepPrompts } from '#shared/runs/batch/batch-ports.ts';
import { inChunks } from './in-chunks.ts';
import { valuesOf } from './values-of.ts';

/** A device of the owner: its id, and the name by which the owner knows it, "Firefox on Linux". */
export interface BatchDevice {
  id: string;
  name: string;
}

export interface StoredBatch {
  id: string;
  bodyHash: string;
  state: BatchState;
  reason: string | null;
  limitUsd: number | null;
  atOnce: number;
  createdAt: string;
  /** The device that drives the batch; null when the server drives it. */
  device: { id: string; name: string; seenAt: string } | null;
}

const drafts = z.array(z.object({ id: z.string(), title: z.string(), judged: judgedCounts.nullable() }));

/** Earlier versions of the program stored only the text. */
const storedPrompts = z.record(
  z.string(),
  z.union([
    z.object({ prompt: z.string(), version: z.int() }),
    z.string().transform((prompt) => ({ prompt, version: 0 })),
  ]),
);

export interface StoredBatchItem {
  number: number;
  form: BatchForm;
  categoryId: number | null;
  state: BatchItemState;
  reason: string | null;
  /** The prompts of the topic's run by step; null before the run has begun and after it has ended. */
  prompts: StepPrompts | null;
  stepsDone: number;
  drafts: BatchDraft[];
}

/** Stores a batch with its topics. `now` in milliseconds since 1970. */
export async function insertBatch(
  ex: Executor,
  batch: Pick<StoredBatch, 'id' | 'bodyHash' | 'limitUsd' | 'atOnce'> & { device?: BatchDevice | null },
  topics: readonly BatchTopic[],
  now: number,
): Promise<void> {
  const { id, bodyHash, limitUsd, atOnce, device = null } = batch;
  await atomically(ex, async (trx) => {
    await trx
      .insertInto('ai_batches')
      .values({
        id,
        body_hash: bodyHash,
        state: 'running',
        limit_usd: limitUsd,
        at_once: atOnce,
        created_at: isoTime(now),
        ...deviceColumns(device, now),
      })
      .execute();
    const rows = topics.map(({ form, categoryId }, index) => ({
      batch_id: id,
      number: index + 1,
      form: JSON.stringify(form),
      category_id: categoryId,
      state: 'queued' as const,
    }));
    for (const chunk of inChunks(rows)) await trx.insertInto('ai_batch_items').values(chunk).execute();
  });
}

export async function findBatch(ex: Executor, id: string): Promise<StoredBatch | null> {
  const row = await ex.selectFrom('ai_batches').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toBatch(row) : null;
}

/** Returns batches, newest first. */
export async function listBatches(ex: Executor, limit: number): Promise<StoredBatch[]> {
  const query = ex.selectFrom('ai_batches').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit);
  return (await query.execute()).map(toBatch);
}

/**
 * The server's batches that have work left: running batches, and cancelled batches with topics that have not ended yet.
 */
export async function unendedBatches(ex: Executor): Promise<StoredBatch[]> {
  const rows = await ex
    .selectFrom('ai_batches')
    .selectAll()
    .where('device', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('state', '=', 'running'),
        eb('state', '=', 'cancelled').and(
          exists(
            selectFrom('ai_batch_items')
              .select('number')
              .whereRef('batch_id', '=', 'ai_batches.id')
              .where('ai_batch_items.state', 'in', ['queued', 'running']),
          ),
        ),
      ]),
    )
    .orderBy('created_at')
    .execute();
  return rows.map(toBatch);
}

/** Moves a batch from one of the states `from` into another state. Returns false when the batch is in none of them. */
export async function moveBatch(
  ex: Executor,
  id: string,
  from: readonly BatchState[],
  to: { state: BatchState; reason: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await ex
    .updateTable('ai_batches')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Gives a batch to a device, or to the server when `device` is null. `now` in milliseconds since 1970. */
export async function giveBatch(ex: Executor, id: string, device: BatchDevice | null, now: number): Promise<void> {
  await ex.updateTable('ai_batches').set(deviceColumns(device, now)).where('id', '=', id).execute();
}

/** Records that a device that drives batches was heard from. `now` in milliseconds since 1970. */
export async function noteDevice(ex: Executor, device: string, now: number): Promise<void> {
  await ex
    .updateTable('ai_batches')
    .set({ device_seen_at: isoTime(now) })
    .where('device', '=', device)
    .where('state', 'in', ['running', 'paused'])
    .execute();
}

/** Pauses every running batch, for example after a backup was restored, and takes every batch from its device. */
export async function pauseBatches(ex: Executor, reason: string): Promise<void> {
  await ex.updateTable('ai_batches').set({ device: null, device_name: null, device_seen_at: null }).execute();
  await ex.updateTable('ai_batches').set({ state: 'paused', reason }).where('state', '=', 'running').execute();
}

export async function setBatchLimit(ex: Executor, id: string, limitUsd: number | null): Promise<void> {
  await ex.updateTable('ai_batches').set({ limit_usd: limitUsd }).where('id', '=', id).execute();
}

/** The topics of a batch in the order of their numbers. */
export async function batchItems(ex: Executor, id: string): Promise<StoredBatchItem[]> {
  const query = ex.selectFrom('ai_batch_items').selectAll().where('batch_id', '=', id).orderBy('number');
  return (await query.execute()).map(toItem);
}

/** The first topic that is queued, or is stored as running but is not among `underWay`; null when there is none. */
export async function nextItem(ex: Executor, id: string, underWay: readonly number[]): Promise<StoredBatchItem | null> {
  const row = await ex
    .selectFrom('ai_batch_items')
    .selectAll()
    .where('batch_id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .where('number', 'not in', valuesOf(underWay))
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return row ? toItem(row) : null;
}

/** The number of topics of each batch in each state. */
export async function countItems(
  ex: Executor,
  ids: readonly string[],
): Promise<Map<string, Map<BatchItemState, number>>> {
  const rows = await ex
    .selectFrom('ai_batch_items')
    .select(({ fn }) => ['batch_id', 'state', fn.countAll<number>().as('count')])
    .where('batch_id', 'in', ids)
    .groupBy(['batch_id', 'state'])
    .execute();
  const counts = new Map<string, Map<BatchItemState, number>>();
  for (const [id, own] of Map.groupBy(rows, (row) => row.batch_id)) {
    counts.set(id, new Map(own.map(({ state, count }) => [state, count])));
  }
  return counts;
}

export async function changeItem(ex: Executor, id: string, number: number, change: ItemChange): Promise<void> {
  const { prompts, stepsDone, drafts: written, ...plain } = change;
  await ex
    .updateTable('ai_batch_items')
    .set({
      ...plain,
      ...(prompts !== undefined && { prompts: prompts && JSON.stringify(prompts) }),
      ...(stepsDone !== undefined && { steps_done: stepsDone }),
      ...(written && { drafts: JSON.stringify(written) }),
    })
    .where('batch_id', '=', id)
    .where('number', '=', number)
    .execute();
}

/** Moves every topic of a batch that is in the state `from` into the state `to`. */
export async function moveItems(ex: Executor, id: string, from: BatchItemState, to: BatchItemState): Promise<void> {
  await ex
    .updateTable('ai_batch_items')
    .set({ state: to, reason: null })
    .where('batch_id', '=', id)
    .where('state', '=', from)
    .execute();
}

/**
 * Queues the topics again that were running when the server ended: those of all the server's batches, or those of one
 * batch when `id` is given.
 */
export async function requeueItems(ex: Executor, id?: string): Promise<void> {
  const update = ex.updateTable('ai_batch_items').set({ state: 'queued' }).where('state', '=', 'running');
  const own = ex.selectFrom('ai_batches').select('id').where('device', 'is', null);
  await (id === undefined ? update.where('batch_id', 'in', own) : update.where('batch_id', '=', id)).execute();
}

/** The cost of each run of a batch, by the topic's number; null where no price is known. */
export async function batchCosts(ex: Executor, id: string): Promise<Map<number, number | null>> {
  const rows = await ex
    .selectFrom('ai_calls')
    .select(({ fn }) => ['run_id', fn.sum<number | null>('cost_usd').as('costUsd')])
    // "." follows "-" in the order of characters, so this range is all runs of this batch, read from the index.
    .where('run_id', '>=', `${id}-`)
    .where('run_id', '<', `${id}.`)
    .groupBy('run_id')
    .execute();
  return new Map(rows.map(({ run_id, costUsd }) => [Number(run_id?.slice(id.length + 1)), costUsd]));
}

function toBatch(row: Selectable<AiBatchesTable>): StoredBatch {
  const { id, body_hash: bodyHash, state, reason, limit_usd: limitUsd, at_once: atOnce, created_at: createdAt } = row;
  const { device: by, device_name: name, device_seen_at: seenAt } = row;
  const device = by === null ? null : { id: by, name: name ?? '', seenAt: seenAt ?? createdAt };
  return { id, bodyHash, state, reason, limitUsd, atOnce, createdAt, device };
}

function toItem(row: Selectable<AiBatchItemsTable>): StoredBatchItem {
  const { number, form, category_id: categoryId, state, reason, prompts, steps_done: stepsDone } = row;
  return {
    ...{ number, categoryId, state, reason, stepsDone },
    form: JSON.parse(form) as BatchForm,
    prompts: prompts === null ? null : storedPrompts.parse(JSON.parse(prompts)),
    drafts: drafts.parse(JSON.parse(row.drafts)),
  };
}

function deviceColumns(device: BatchDevice | null, now: number) {
  return {
    device: device?.id ?? null,
    device_name: device?.name ?? null,
    device_seen_at: device && isoTime(now),
  };
}
