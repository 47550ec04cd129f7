import type { getAiFigures } from '#shared/contract/ai-figures.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';

type Day = AnswerOf<typeof getAiFigures>['days'][number];

/** The use of one thing: a day, a model or a step. */
export interface CostSum {
  readonly name: string;
  readonly calls: number;
  readonly tokens: number;
  /** In US dollars; null when no price was known. */
  readonly costUsd: number | null;
}

const DAY_MS = 24 * 3600 * 1000;
export const CHART_DAYS = 30;

/**
 * Returns the last thirty days up to today ("2025-07-31", UTC), the oldest first; a day without a call is included as
 * well.
 */
export function sumsByDay(days: readonly Day[], today: string): CostSum[] {
  const sums = new Map(sumsBy(days, ({ day }) => day).map((sum) => [sum.name, sum]));
  return Array.from({ length: CHART_DAYS }, (_, index) => {
    const name = new Date(Date.parse(today) - (CHART_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return sums.get(name) ?? { name, calls: 0, tokens: 0, costUsd: null };
  });
}

/** Returns the sums by name, the most expensive first; sums of equal cost are ordered by their tokens. */
export function sumsBy(days: readonly Day[], nameOf: (day: Day) => string): CostSum[] {
  return [...Map.groupBy(days, nameOf)]
    .map(([name, own]) => ({ name, ...sumOf(own) }))
    .sort((a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0) || b.tokens - a.tokens);
}

/** Returns the sum of all days. */
export function sumOf(days: readonly Omit<Day, 'day' | 'model' | 'stepId'>[]): Omit<CostSum, 'name'> {
  const costs = days.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    calls: days.reduce((sum, { calls }) => sum + calls, 0),
    tokens: days.reduce((sum, { tokens }) => sum + tokens, 0),
    costUsd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
  };
}
