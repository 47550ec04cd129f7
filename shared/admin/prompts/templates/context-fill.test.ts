import { expect, it } from 'vitest';
import { contextFill } from './context-fill.ts';

const estimate = {
  model: 'gpt-4o',
  estimated: false,
  contextLimit: 128_000,
  maxOutputTokens: 16_384,
  costUsd: null as number | null,
  usualUsd: null as number | null,
};

it('a prompt and the longest answer to it fit, or do not', () => {
  expect(contextFill({ ...estimate, tokens: 111_616 }, null).fits).toBe(true);
  expect(contextFill({ ...estimate, tokens: 111_617 }, null).fits).toBe(false);
});

it('the two shares never exceed the whole', () => {
  for (const tokens of [0, 1, 64_000, 120_000, 128_000, 500_000]) {
    const { promptPercent, answerPercent } = contextFill({ ...estimate, tokens }, null);
    expect(promptPercent + answerPercent).toBeLessThanOrEqual(100);
  }
});

it('the words say who answers and what it costs, of a step never run by the usual length of its answer; how full the context is where that matters, or where no price is known', () => {
  const text = (more: Partial<typeof estimate>, usual: number | null = null) =>
    contextFill({ ...estimate, tokens: 300, ...more }, usual).text;
  expect(text({})).toBe('gpt-4o · 300 of 128,000 tokens · under 1% of the context');
  expect(text({ costUsd: 0.17 })).toBe('gpt-4o · At most $0.17');
  expect(text({ costUsd: 0.17, usualUsd: 0.0081 })).toBe('gpt-4o · About $0.0081');
  expect(text({ costUsd: 0.17, usualUsd: 0.0081 }, 0.012)).toBe('gpt-4o · About $0.012');
  expect(contextFill({ ...estimate, tokens: 64_000, estimated: true, costUsd: 0.2 }, 0.1)).toMatchObject({
    text: 'gpt-4o · About $0.10 · About 64,000 of 128,000 tokens · 50% of the context',
    detail: 'gpt-4o · About 64,000 of 128,000 tokens · 50% of the context · at most $0.20',
  });
});
