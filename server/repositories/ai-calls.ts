import type { Selectable } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { AiCallsTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { StoredError } from './idempotency-keys.ts';

/** A call that may cost money, before it is sent. */
interface NewAiCall {
  /** The `Idempotency-Key` that the caller sent; null for a call that cannot be repeated. */
  key: string | null;
  /** The call's name in the contract. */
  call: string;
  bodyHash: string;
  model: string;
  /** The profile that the call is made with; null for the environment's. */
  providerId: number | null;
  runId: string | null;
  /** The step's id. */
  step: string | null;
  /** The category that the call is for; null for none. */
  categoryId?: number | null;
  /** The post or document that a second reading is bought for. */
  reads?: string | null;
}

/** The tokens and the cost of a call; `costUsd` is null where no price is known. */
export interface AiCost {
  promptTokens: number;
  completionTokens: number;
  costUsd: number | null;
}

/**
 * The stored call that a key was used for. Texts are JSON, except for `output`, the part of the answer that has
 * arrived.
 */
export interface StoredAiCall {
  id: number;
  call: string;
  bodyHash: string;
  state: AiCallsTable['state'];
  output: string | null;
  answer: string | null;
  error: string | null;
}

export async function findAiCall(ex: Executor, key: string): Promise<StoredAiCall | null> {
  const row = await ex.selectFrom('ai_calls').selectAll().where('key', '=', key).executeTakeFirst();
  return row ? toStoredCall(row) : null;
}

/**
 * Inserts the row of a call before the call is sent, with its minimum cost. Returns the row's id; `now` in
 * milliseconds.
 */
export async function startAiCall(ex: Executor, call: NewAiCall, least: AiCost, now: number): Promise<number> {
  const { id } = await ex
    .insertInto('ai_calls')
    .values({
      key: call.key,
      call: call.call,
      body_hash: call.bodyHash,
      model: call.model,
      provider_id: call.providerId,
      run_id: call.runId,
      step: call.step,
      category_id: call.categoryId,
      reads: call.reads,
      state: 'running',
      ...costColumns(least),
      created_at: isoTime(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the part of the answer that has arrived so far. */
export async function saveAiOutput(ex: Executor, id: number, output: string): Promise<void> {
  await ex.updateTable('ai_calls').set({ output }).where('id', '=', id).where('state', '=', 'running').execute();
}

/** Records that a call succeeded, with the answer that its key returns from now on. */
export async function completeAiCall(
  ex: Executor,
  id: number,
  done: { answer: string; finishReason: string | null; cost: AiCost; now: number },
): Promise<void> {
  await ex
    .updateTable('ai_calls')
    .set({
      state: 'succeeded',
      answer: done.answer,
      output: null,
      finish_reason: done.finishReason,
      ...costColumns(done.cost),
      finished_at: isoTime(done.now),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Records that a call failed, with the error that its key returns from now on, and the part of the answer that had
 * arrived.
 */
export async function failAiCall(
  ex: Executor,
  id: number,
  failed: { error: StoredError; output: string | null; cost: AiCost; now: number },
): Promise<void> {
  await ex
    .updateTable('ai_calls')
    .set({
      state: 'failed',
      error: JSON.stringify(failed.error),
      output: failed.output,
      ...costColumns(failed.cost),
      finished_at: isoTime(failed.now),
    })
    .where('id', '=', id)
    .execute();
}

/** The calls that were running when the server died, with the tokens that were booked for them. */
export async function interruptedAiCalls(ex: Executor) {
  const rows = await ex.selectFrom('ai_calls').selectAll().where('state', '=', 'running').execute();
  return rows.map((row) => ({ ...toStoredCall(row), promptTokens: row.input_tokens, ...madeWith(row) }));
}

/** The sums of calls: of those made since `since` (milliseconds since 1970), or of all calls of one run. */
export async function sumAiCalls(
  ex: Executor,
  of: { since: number } | { runId: string },
): Promise<AiCost & { calls: number }> {
  const query = ex
    .selectFrom('ai_calls')
    .select(({ fn }) => [
      fn.countAll<number>().as('calls'),
      fn.sum<number | null>('input_tokens').as('promptTokens'),
      fn.sum<number | null>('output_tokens').as('completionTokens'),
      fn.sum<number | null>('cost_usd').as('costUsd'),
    ]);
  const chosen =
    'runId' in of ? query.where('run_id', '=', of.runId) : query.where('created_at', '>=', isoTime(of.since));
  const { calls, promptTokens, completionTokens, costUsd } = await chosen.executeTakeFirstOrThrow();
  return { calls, promptTokens: promptTokens ?? 0, completionTokens: completionTokens ?? 0, costUsd };
}

/** The numbers, tokens and costs of all calls ever made, by name and state: for the metrics. */
export async function tallyAiCalls(
  ex: Executor,
): Promise<{ call: string; state: string; calls: number; tokens: number; costUsd: number }[]> {
  return ex
    .selectFrom('ai_calls')
    .groupBy(['call', 'state'])
    .select(({ fn, eb }) => [
      'call',
      'state',
      fn.countAll<number>().as('calls'),
      fn.sum<number>(eb('input_tokens', '+', eb.ref('output_tokens'))).as('tokens'),
      fn.coalesce(fn.sum<number>('cost_usd'), eb.lit(0)).as('costUsd'),
    ])
    .execute();
}

/** Deletes the keys and texts of calls made before `time` (milliseconds since 1970); their costs stay stored. */
export async function forgetAiAnswers(ex: Executor, time: number): Promise<void> {
  await ex
    .updateTable('ai_calls')
    .set({ key: null, output: null, answer: null, error: null })
    .where('created_at', '<', isoTime(time))
    .where('state', '<>', 'running')
    .where(({ or, eb }) => or([eb('key', 'is not', null), eb('output', 'is not', null), eb('answer', 'is not', null)]))
    .execute();
}

function madeWith({ provider_id: providerId, model }: Selectable<AiCallsTable>) {
  return { providerId, model };
}

/** The cost of the calls since `since` (milliseconds since 1970), by profile; null for the environment's. */
export async function spentByProvider(ex: Executor, since: number): Promise<Map<number | null, number>> {
  const rows = await ex
    .selectFrom('ai_calls')
    .where('created_at', '>=', isoTime(since))
    .groupBy('provider_id')
    .select(({ fn, eb }) => ['provider_id', fn.coalesce(fn.sum<number>('cost_usd'), eb.lit(0)).as('costUsd')])
    .execute();
  return new Map(rows.map(({ provider_id, costUsd }) => [provider_id, costUsd]));
}

function costColumns({ promptTokens, completionTokens, costUsd }: AiCost) {
  return { input_tokens: promptTokens, output_tokens: completionTokens, cost_usd: costUsd };
}

function toStoredCall(row: Selectable<AiCallsTable>): StoredAiCall {
  const { id, call, body_hash: bodyHash, state, output, answer, error } = row;
  return { id, call, bodyHash, state, output, answer, error };
}
