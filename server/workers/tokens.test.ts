import { expect, test } from 'vitest';
import { createTokenCounter } from '#server/services/ai/token-counter.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { countTokens, type TokenCount } from './tokens-count.ts';
import { estimateTokens } from './tokens-estimate.ts';
import { createWorkerClient } from './worker-client.ts';

test.each([
  ['', 0],
  ['One two three.', 4],
  ['Übermäßig', 2],
  ['<|endoftext|>', 7],
])('%s has its tokens', (text, tokens) => {
  expect(countTokens(text)).toEqual({ tokens, estimated: false });
});

test.each([
  ['letters', 'a'.repeat(50_000)],
  ['Chinese without a stop', '花'.repeat(20_000)],
  ['white space', ' \n'.repeat(20_000)],
  ['signs', '=-'.repeat(20_000)],
  ['letters with marks', 'e\u0301'.repeat(20_000)],
])('a run of %s is estimated, rather too high, and said to be', (_name, run) => {
  const { tokens, estimated } = countTokens(`Before. ${run} After.`);
  expect(estimated).toBe(true);
  expect(tokens).toBeGreaterThanOrEqual(estimateTokens(run));
  expect(tokens).toBeLessThan(run.length + 10);
});

test('long prose is counted word by word', () => {
  expect(countTokens('tea and a long walk '.repeat(10_000))).toMatchObject({ estimated: false, tokens: 50_001 });
});

test('the worker counts as its function does', async () => {
  const client = createWorkerClient<string, TokenCount>({
    name: 'tokens',
    timeoutMs: 15_000,
    timeoutCode: 'overloaded',
    maxQueue: 5,
  });
  expect(await client.ask('One two three.')).toEqual({ tokens: 4, estimated: false });
  await client.close();
});

test('a text that cannot be counted in its time is estimated; another fault is none of the text’s', async () => {
  const counter = (error: Error) =>
    createTokenCounter({ ask: () => Promise.reject(error), close: () => Promise.resolve() });
  expect(await counter(new AppError('overloaded')).count('abcdef é')).toEqual({ tokens: 5, estimated: true });
  await expect(counter(new Error('broken')).count('abc')).rejects.toThrow('broken');
});
