import { expect, test } from 'vitest';
import { type AiSettings, providerFields, providerKinds } from '#shared/contract/ai-providers.ts';
import { dollars, missing, priceLine, spentLine, spentOf } from './ai-words.ts';
import { newModel, PRESETS } from './presets.ts';
import { toAmount, toTokens } from './read-number.ts';

test.each(providerKinds.filter((kind) => kind !== 'other'))('%s needs the key alone', (kind) => {
  const { name, address, models } = PRESETS[kind];
  const fields = { name, kind, address, key: 'sk-key', models, monthlyLimitUsd: null };
  expect(providerFields.parse(fields)).toEqual(fields);
});

test('a model on one’s own computer is free, another has no price until it is said', () => {
  expect(priceLine('ollama', newModel('ollama', 'llama3'))).toBe('free');
  expect(priceLine('litellm', newModel('litellm', 'a/b'))).toBe('no price');
  expect(priceLine('openrouter', newModel('openrouter', 'a/b'))).toBe('it tells what it costs');
  expect(PRESETS.openai.models.map((model) => priceLine('openai', model))).toEqual([
    '$2.50 in, $10.00 out a million tokens',
    '$0.15 in, $0.60 out a million tokens',
    '$2.00 in, $8.00 out a million tokens',
    '$0.25 a picture',
  ]);
});

test.each([
  [0, '$0.00'],
  [0.004, 'under $0.01'],
  [1234.5, '$1,234.50'],
])('%d is %s', (amount, words) => {
  expect(dollars(amount)).toBe(words);
});

test('what is spent is told with the lower of both limits', () => {
  const line = (own: number | null, environmentLimitUsd: number | null, spentUsd = 0.42) =>
    spentLine({
      ...{ providers: [], month: '2026-01', spentUsd, environmentLimitUsd },
      choices: { text: null, picture: null, steps: [], monthlyLimitUsd: own },
    } satisfies AiSettings);
  expect(line(null, null)).toBe('$0.42 this month, without a limit');
  expect(line(5, null)).toBe('$0.42 of $5.00 this month');
  expect(line(5, 2)).toBe('$0.42 of $2.00 this month');
  expect(line(5, null, 0.002)).toBe('Under $0.01 of $5.00 this month');
  // A profile has its own limit, or none.
  expect(spentOf({ spentUsd: 1.2, monthlyLimitUsd: null })).toBe('$1.20 this month');
  expect(spentOf({ spentUsd: 1.2, monthlyLimitUsd: 2 })).toBe('$1.20 of $2.00 this month');
});

test('a profile says what it needs', () => {
  const profile = { id: 3, name: 'A', kind: 'other' as const, address: 'https://a.example', spentUsd: 0 };
  const of = (key: 'kept' | 'again', models: number, isReady: boolean) =>
    missing({
      ...{ ...profile, key, isReady, monthlyLimitUsd: null },
      models: PRESETS.openai.models.slice(0, models),
    });
  expect([of('kept', 1, true), of('again', 1, false), of('kept', 0, false)]).toEqual([
    null,
    'Enter the key again',
    'Choose a model',
  ]);
});

test('amounts and tokens are read as people type them', () => {
  expect(['2,5', ' 2.5 ', '', 'two', 3].map(toAmount)).toEqual([2.5, 2.5, null, Number.NaN, 3]);
  expect(['128,000', '128 000', '', 'many', 5].map(toTokens)).toEqual([128_000, 128_000, Number.NaN, Number.NaN, 5]);
});
