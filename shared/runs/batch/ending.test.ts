import { expect, test } from 'vitest';
import { endingOf } from './ending.ts';

test('what the owner has to see to pauses the batch, what passes is asked for again, the rest fails its topic alone', () => {
  const kind = (code: string, reason?: Parameters<typeof endingOf>[1]) =>
    endingOf({ code, message: 'Why' }, reason).kind;
  expect(kind('ai_refused', 'key')).toBe('paused');
  expect(kind('ai_provider_failed', 'redirect')).toBe('paused');
  expect(kind('ai_budget_reached')).toBe('paused');
  expect(kind('prompt_unfillable')).toBe('paused');
  expect(kind('rate_limited', 'busy')).toBe('busy');
  expect(kind('ai_provider_failed', 'not_reachable')).toBe('busy');
  expect(kind('overloaded')).toBe('busy');
  expect(kind('ai_refused')).toBe('failed');
  expect(kind('output_cut')).toBe('failed');
  expect(endingOf({ code: 'output_empty', message: 'Why' }, undefined)).toEqual({ kind: 'failed', reason: 'Why' });
});
