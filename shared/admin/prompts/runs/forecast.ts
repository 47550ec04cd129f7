import type { getAiUsage } from '#shared/contract/ai.ts';
import type { getAiFigures } from '#shared/contract/ai-figures.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import { nextStep, stepIds, stepRecord } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import { type StepId, type StepList, stepNumber } from '#shared/workflow/steps.ts';
import { costText, tokensText } from '../../cost-text.ts';

type Measures = AnswerOf<typeof getAiFigures>['steps'];
type Month = Pick<AnswerOf<typeof getAiUsage>, 'costUsd' | 'limitUsd'>;

/** The expected tokens, cost and time of steps, from earlier runs. */
export interface Forecast {
  readonly tokens: number;
  /** In US dollars; null when no price is known. */
  readonly costUsd: number | null;
  readonly ms: number;
}

/**
 * Forecasts steps: each step's usual values, or for a step that was never measured, its share of the work. Null without
 * any measure.
 */
export function forecast(chain: StepList, steps: readonly StepId[], measures: Measures): Forecast | null {
  const shareOf = (step: StepId) => chain.find(({ id }) => id === step)?.share ?? 1;
  const measured = measures.filter(({ stepId }) => chain.some(({ id }) => id === stepId));
  if (measured.length === 0 || steps.length === 0) return null;
  const priced = measured.filter((each): each is Measures[number] & { costUsd: number } => each.costUsd !== null);
  const total = <Known extends Measures[number]>(known: readonly Known[], value: (each: Known) => number) => {
    const ofOneShare = sum(known.map(value)) / sum(known.map(({ stepId }) => shareOf(stepId)));
    return sum(
      steps.map((step) => {
        const own = known.find(({ stepId }) => stepId === step);
        return own ? value(own) : ofOneShare * shareOf(step);
      }),
    );
  };
  return {
    tokens: Math.round(total(measured, ({ tokens }) => tokens)),
    costUsd: priced.length === 0 ? null : total(priced, ({ costUsd }) => costUsd),
    ms: Math.round(total(measured, ({ ms }) => ms)),
  };
}

/**
 * Returns the steps that Run All Steps would buy: those without an output, or all steps, in a new run, when this run is
 * finished.
 */
export function stepsToRun(run: Run): StepId[] {
  if (nextStep(run) === null) return stepIds(run);
  return stepIds(run).filter((step) => stepRecord(run, step).current === null);
}

/** Returns a step and all later steps. */
export function stepsFrom(chain: StepList, step: StepId): StepId[] {
  return chain.slice(stepNumber(chain, step) - 1).map(({ id }) => id);
}

/** Returns the amount that may still be spent this month; null when there is no limit. */
export function leftThisMonth(month: Month | null): number | null {
  if (month === null || month.limitUsd === null) return null;
  return Math.max(0, month.limitUsd - (month.costUsd ?? 0));
}

/** "About 31,000 tokens, 4 minutes · about $0.12 of $4.10 left this month". */
export function forecastText({ tokens, costUsd, ms }: Forecast, month: Month | null): string {
  const left = leftThisMonth(month);
  const of = left === null ? '' : ` of ${costText(left)} left this month`;
  const cost = costUsd === null ? [] : [`about ${costText(costUsd)}${of}`];
  return [`About ${tokensText(rounded(tokens))}, ${minutesText(ms)}`, ...cost].join(' · ');
}

/** Rounds to two significant figures: an estimate is not an exact count. */
function rounded(tokens: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, tokens))) - 1);
  return Math.round(tokens / unit) * unit;
}

function minutesText(ms: number): string {
  if (ms < 45_000) return 'less than a minute';
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/**
 * Returns the question before steps that would exceed the month's limit; null when they would not, or when this is not
 * known.
 */
export function overLimit(foreseen: Forecast | null, month: Month | null) {
  const left = leftThisMonth(month);
  if (left === null || month?.limitUsd == null || foreseen === null) return null;
  if (foreseen.costUsd === null || foreseen.costUsd <= left) return null;
  return {
    title: 'This would pass the limit of this month. Run all the same?',
    description: `It costs about ${costText(foreseen.costUsd)}, and ${costText(left)} of ${costText(month.limitUsd)} is left. The step that would pass the limit is refused before it costs anything; what was written before it stays.`,
    confirm: 'Run all the same',
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
