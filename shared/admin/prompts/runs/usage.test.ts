import { expect, it } from 'vitest';
import { newRun } from '#shared/workflow/run.ts';
import type { Attempt } from '#shared/workflow/run-states.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { costText } from '../../cost-text.ts';
import { runUse, stepUse, usageText } from './usage.ts';

const attempt = (number: number, totalTokens: number | null, costUsd: number | null): Attempt => ({
  number,
  key: `key-${number}`,
  end: 'completed',
  prompt: '',
  sent: null,
  output: '',
  startedAt: 0,
  ranMs: 0,
  seenAt: null,
  usage: totalTokens === null ? null : { promptTokens: 0, completionTokens: totalTokens, totalTokens, costUsd },
  model: null,
  fault: null,
});
const form = { targetMarket: '', productApp: '', productAppFunction: '', productAppUrl: '' };

it('every attempt counts that said what it took', () => {
  const attempts = [attempt(1, 100, 0.1), attempt(2, null, null), attempt(3, 50, 0.05)];
  const use = stepUse({ attempts, current: 3 });
  expect(use?.tokens).toBe(150);
  expect(use?.costUsd).toBeCloseTo(0.15);
});

it('a run sums its steps, and says nothing while nothing is known', () => {
  const run = newRun('run', form, WORKFLOW_STEPS);
  expect(runUse(run, null)).toBeNull();
  expect(runUse(run, { totalTokens: 0, costUsd: 0 })).toBeNull();
  const steps = { ...run.steps, [stepAt(1)]: { attempts: [attempt(1, 10, null)], current: 1 } };
  expect(runUse({ ...run, steps }, null)).toEqual({ tokens: 10, costUsd: null });
});

it('what the server has booked counts where it is more: a stopped call never said what it took', () => {
  const run = newRun('run', form, WORKFLOW_STEPS);
  const steps = { ...run.steps, [stepAt(1)]: { attempts: [attempt(1, 10, 0.1)], current: 1 } };
  expect(runUse({ ...run, steps }, { totalTokens: 25, costUsd: 0.3 })).toEqual({ tokens: 25, costUsd: 0.3 });
  expect(runUse({ ...run, steps }, { totalTokens: 5, costUsd: 0.05 })).toEqual({ tokens: 10, costUsd: 0.1 });
});

it('a cost is named as precisely as it says something', () => {
  expect([0, 0.00001, 0.0042, 0.00998, 0.0421, 0.0998, 0.5, 1.005, 12].map(costText)).toEqual([
    '$0.00',
    'under $0.0001',
    '$0.0042',
    '$0.010',
    '$0.042',
    '$0.10',
    '$0.50',
    '$1.00',
    '$12.00',
  ]);
  expect(usageText({ tokens: 1, costUsd: null })).toBe('1 token');
  expect(usageText({ tokens: 12_480, costUsd: 0.11 })).toBe('12,480 tokens · $0.11');
});
