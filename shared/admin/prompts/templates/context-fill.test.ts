import { expect, it } from 'vitest';
import { contextFill } from './context-fill.ts';

const estimate = { estimated: false, contextLimit: 128_000, maxOutputTokens: 16_384, costUsd: null };

it('a prompt and the longest answer to it fit, or do not', () => {
  expect(contextFill({ ...estimate, tokens: 111_616 }).fits).toBe(true);
  expect(contextFill({ ...estimate, tokens: 111_617 }).fits).toBe(false);
});

it('the two shares never exceed the whole', () => {
  for (const tokens of [0, 1, 64_000, 120_000, 128_000, 500_000]) {
    const { promptPercent, answerPercent } = contextFill({ ...estimate, tokens });
    expect(promptPercent + answerPercent).toBeLessThanOrEqual(100);
  }
});

it('the words say what is known', () => {
  expect(contextFill({ ...estimate, tokens: 300 }).text).toBe('300 of 128,000 tokens · under 1% of the context');
  expect(contextFill({ ...estimate, tokens: 64_000, estimated: true, costUsd: 0.2 }).text).toBe(
    'About 64,000 of 128,000 tokens · 50% of the context · at most $0.20',
  );
});
