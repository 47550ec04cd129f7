import { expect, test } from 'vitest';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { outdatedText, rerunText } from './outdated-text.ts';

test('every cause has its words', () => {
  const words = (cause: Parameters<typeof outdatedText>[1]) => outdatedText(WORKFLOW_STEPS, cause);
  expect(words({ kind: 'older-step', step: stepAt(5) })).toBe('Out of date: written from an older step 5');
  expect(words({ kind: 'without-step', step: stepAt(1) })).toBe(
    'Out of date: written before step 1, which it asks for',
  );
  expect(words({ kind: 'inputs', fields: ['targetMarket', 'productAppUrl'] })).toBe(
    'Out of date: written for another target market, product/app URL',
  );
  expect(words({ kind: 'prompt' })).toBe('Out of date: its prompt was changed since');
  expect(words({ kind: 'codex' })).toBe('Out of date: the codex says something else since');
  expect(words({ kind: 'follows', step: stepAt(7) })).toBe('Out of date: written from step 7, which is out of date');
});

test('what is run again is named with its price, where that is known', () => {
  expect(rerunText(6, 9, 0.12)).toBe('Re-run 6–9 (about $0.12)');
  expect(rerunText(9, 9, null)).toBe('Re-run 9');
});
