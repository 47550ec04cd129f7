import type { Executor } from '#server/db/transaction.ts';
import { type AiStepCall, lastStepCalls, sumAiDays } from '#server/repositories/ai-figures.ts';
import type { getAiFigures } from '#shared/contract/ai-figures.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';

const DAY = 24 * 3600 * 1000;
const SHOWN_DAYS = 30;
/** The number of days after which the past calls of a step say nothing about its next run. */
const TYPICAL_DAYS = 90;
const LAST_CALLS = 5;

type Figures = AnswerOf<typeof getAiFigures>;

/**
 * The figures of the calls of the last 30 days, and those that are usual for a step. `now` in milliseconds since 1970.
 */
export async function aiFigures(db: Executor, now: number): Promise<Figures> {
  const today = Math.floor(now / DAY) * DAY;
  const sums = await sumAiDays(db, today - (SHOWN_DAYS - 1) * DAY);
  const usually = { since: now - TYPICAL_DAYS * DAY, perStep: LAST_CALLS };
  const calls = await lastStepCalls(db, usually);
  const anew = await lastStepCalls(db, { ...usually, call: 'regenerateDraft' });
  return {
    days: sums.map(({ step, ...rest }) => ({ ...rest, stepId: step })),
    steps: usualOf(calls),
    regenerations: usualOf(anew),
  };
}

function usualOf(calls: readonly AiStepCall[]): Figures['steps'] {
  return [...Map.groupBy(calls, ({ step }) => step)].map(([stepId, own]) => usual(stepId, own));
}

/** The median figures of a step's last calls. */
function usual(stepId: string, calls: readonly AiStepCall[]): Figures['steps'][number] {
  const costs = calls.flatMap(({ costUsd }) => costUsd ?? []);
  const times = calls.map(({ startedAt, finishedAt }) => Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)));
  return {
    stepId,
    calls: calls.length,
    tokens: Math.round(median(calls.map(({ tokens }) => tokens))),
    costUsd: costs.length === 0 ? null : median(costs),
    ms: Math.round(median(times)),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
