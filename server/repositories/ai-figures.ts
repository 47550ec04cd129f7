import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';

/** The sums of the calls of one day, model and step; `costUsd` is null where no price was known. */
export interface AiDaySum {
  /** "2025-07-31", UTC. */
  day: string;
  model: string;
  /** The step's id; null for calls that belong to no step. */
  step: string | null;
  calls: number;
  tokens: number;
  costUsd: number | null;
}

/**
 * Enough for more than a month of nine steps with ten models each. Rows beyond it are left out, the oldest days first.
 */
const MOST_ROWS = 3000;

/** The calls since a time (milliseconds since 1970) by day, model and step, the last day first. */
export async function sumAiDays(ex: Executor, since: number): Promise<AiDaySum[]> {
  const rows = await ex
    .selectFrom('ai_calls')
    .where('created_at', '>=', isoTime(since))
    .select(({ fn, eb }) => [
      fn<string>('substr', ['created_at', eb.lit(1), eb.lit(10)]).as('day'),
      'model',
      'step',
      fn.countAll<number>().as('calls'),
      fn.sum<number>(eb('input_tokens', '+', eb.ref('output_tokens'))).as('tokens'),
      fn.sum<number | null>('cost_usd').as('costUsd'),
    ])
    .groupBy(['day', 'model', 'step'])
    .orderBy('day', 'desc')
    .limit(MOST_ROWS)
    .execute();
  return rows.map((row) => ({ ...row, model: row.model ?? '' }));
}

/** The tokens, cost and times of one completed call of a step. */
export interface AiStepCall {
  step: string;
  tokens: number;
  costUsd: number | null;
  startedAt: string;
  finishedAt: string;
}

/**
 * The last `perStep` completed calls of each step of the chain since a time (milliseconds since 1970). With `call`
 * 'regenerateDraft', the calls that rewrote one of the step's drafts.
 */
export async function lastStepCalls(
  ex: Executor,
  { since, perStep, call = 'chat' }: { since: number; perStep: number; call?: 'chat' | 'regenerateDraft' },
): Promise<AiStepCall[]> {
  const numbered = ex
    .selectFrom('ai_calls')
    .where('created_at', '>=', isoTime(since))
    .where('call', '=', call)
    .where('state', '=', 'succeeded')
    .where('step', 'is not', null)
    .where('finished_at', 'is not', null)
    .select(({ fn, eb }) => [
      'step',
      eb('input_tokens', '+', eb.ref('output_tokens')).as('tokens'),
      'cost_usd as costUsd',
      'created_at as startedAt',
      'finished_at as finishedAt',
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('step').orderBy('id', 'desc'))
        .as('place'),
    ]);
  const rows = await ex
    .selectFrom(numbered.as('numbered'))
    .select(['step', 'tokens', 'costUsd', 'startedAt', 'finishedAt'])
    .where('place', '<=', perStep)
    .execute();
  return rows.flatMap(({ step, finishedAt, ...rest }) =>
    step === null || finishedAt === null ? [] : [{ ...rest, step, finishedAt }],
  );
}
