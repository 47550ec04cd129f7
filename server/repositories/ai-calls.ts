import type { Selectable } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { AiCallsTable } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { StoredError } from './idempotency-keys.ts';

/** A call that may cost money, before it goes out. */
interface NewAiCall {
  /** What the caller sent as `Idempotency-Key`; null for a call that cannot be repeated. */
  key: string | null;
  /** Its name in the contract. */
  call: string;
  bodyHash: string;
  model: string;
  /** The profile it is made with; null for the environment's. */
  providerId: number | null;
  runId: string | null;
  /** The step's id. */
  step: string | null;
  /** The category it is for; null for none. */
  categoryId?: number | null;
  /** Of a second reading: the post or the document it is bought for. */
  reads?: string | null;
}

/** What a call took; `costUsd` is null where no price is known. */
export interface AiCost {
  promptTokens: number;
  completionTokens: number;
  costUsd: number | null;
}

/** What is known of the call a key was used for. Texts are JSON, except for `output`, the answer as far as it came. */
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

/** Writes the row of a call before it goes out, with what it costs at the least. Answers its id; `now` in milliseconds. */
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

/** Keeps how far the answer has come. */
export async function saveAiOutput(ex: Executor, id: number, output: string): Promise<void> {
  await ex.updateTable('ai_calls').set({ output }).where('id', '=', id).where('state', '=', 'running').execute();
}

/** How a call ended well: the answer its key is given from now on. */
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

/** How a call failed: the error its key is given from now on, and the part of the answer that had come. */
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

/** Calls that a server which died has left under way, with what was booked for them. */
export async function interruptedAiCalls(ex: Executor) {
  const rows = await ex.selectFrom('ai_calls').selectAll().where('state', '=', 'running').execute();
  return rows.map((row) => ({ ...toStoredCall(row), promptTokens: row.input_tokens, ...madeWith(row) }));
}

/** Sums of calls: those made since `time` (milliseconds since 1970), or those of one run whenever they were made. */
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

/** All calls there ever were, by what they were and how they ended: for the metrics. */
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

/** Forgets keys and texts of calls made before `time` (milliseconds since 1970); what they cost stays on the books. */
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

/** What calls since `time` (milliseconds since 1970) have cost, by profile; null for the environment's. */
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
