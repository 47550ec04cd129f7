import { expect, test } from 'vitest';
import { stepWithRole, WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { regeneratePrice } from './regenerate-price.ts';

const stepId = stepWithRole(WORKFLOW_STEPS, 'writesDrafts')?.id ?? '';
const usual = (costUsd: number | null) => [{ stepId, calls: 1, tokens: 1, costUsd, ms: 1 }];

test('Regenerate says what one draft has cost before, or what it cannot pass', () => {
  const price = (steps: number | null, regenerations: number | null) =>
    regeneratePrice(WORKFLOW_STEPS, { days: [], steps: usual(steps), regenerations: usual(regenerations) });
  expect(price(0.05, 0.01)).toBe(' (about $0.010)');
  expect(price(0.05, null)).toBe(' (at most about $0.050)');
  expect(price(null, null)).toBe('');
  expect(regeneratePrice(WORKFLOW_STEPS, null)).toBe('');
});
