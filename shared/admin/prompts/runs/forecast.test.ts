import { expect, test } from 'vitest';
import { newRun } from '#shared/workflow/run.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { testForm } from '../testing/run-test-device.ts';
import { forecast, forecastText, leftThisMonth, overLimit, stepsFrom, stepsToRun } from './forecast.ts';

const measures = WORKFLOW_STEPS.map(({ id }, index) => ({
  stepId: id,
  calls: 2,
  tokens: 1000 * (index + 1),
  costUsd: 0.01,
  ms: 30_000,
}));
const run = newRun('r', testForm, WORKFLOW_STEPS);

test('a run takes what its steps usually take', () => {
  const foreseen = forecast(WORKFLOW_STEPS, stepsToRun(run), measures);
  expect(foreseen).toEqual({ tokens: 45_000, costUsd: expect.closeTo(0.09), ms: 270_000 });
  expect(foreseen && forecastText(foreseen, null)).toBe('About 45,000 tokens, 5 minutes · about $0.090');
  expect(foreseen && forecastText(foreseen, { costUsd: 0.9, limitUsd: 5 })).toBe(
    'About 45,000 tokens, 5 minutes · about $0.090 of $4.10 left this month',
  );
});

test('a step that was never measured is foreseen from its share, and without any measure nothing is', () => {
  const [first] = measures;
  const all = forecast(WORKFLOW_STEPS, stepsToRun(run), first ? [first] : []);
  expect(all?.tokens).toBeGreaterThan(10_000);
  expect(forecast(WORKFLOW_STEPS, stepsToRun(run), [])).toBeNull();
  expect(forecast(WORKFLOW_STEPS, [], measures)).toBeNull();
});

test('without a price no cost is named', () => {
  const unpriced = measures.map((each) => ({ ...each, costUsd: null }));
  const foreseen = forecast(WORKFLOW_STEPS, stepsFrom(WORKFLOW_STEPS, 'refined-blog'), unpriced);
  expect(foreseen && forecastText(foreseen, { costUsd: null, limitUsd: 5 })).toBe(
    'About 9,000 tokens, less than a minute',
  );
  expect(overLimit(foreseen, { costUsd: null, limitUsd: 0 })).toBeNull();
});

test('what would pass the limit of the month is asked about, and nothing else', () => {
  const foreseen = { tokens: 1, costUsd: 0.2, ms: 1 };
  expect(overLimit(foreseen, { costUsd: 4.9, limitUsd: 5 })?.description).toContain('of $5.00 is left');
  expect(overLimit(foreseen, { costUsd: 4.5, limitUsd: 5 })).toBeNull();
  expect(overLimit(foreseen, { costUsd: 4.9, limitUsd: null })).toBeNull();
  expect(overLimit(null, { costUsd: 4.9, limitUsd: 5 })).toBeNull();
  expect(leftThisMonth({ costUsd: 7, limitUsd: 5 })).toBe(0);
});
