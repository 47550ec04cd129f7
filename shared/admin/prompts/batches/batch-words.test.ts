import { expect, test } from 'vitest';
import type { AiBatch } from '#shared/contract/ai-batches.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import {
  batchForecast,
  batchForecastText,
  batchStateWords,
  judgedText,
  likelyLimit,
  progressOf,
  whereText,
} from './batch-words.ts';
import { limitFault, readLimit } from './limit-field.ts';
import { keepTypedBatch, readTypedBatch } from './typed-batch.ts';

const NOW = Date.parse('2026-11-24T04:00:00.000Z');
const none = { queued: 0, running: 0, done: 0, failed: 0, left: 0, cancelled: 0 };
const batch = (changes: Partial<AiBatch>): AiBatch => ({
  ...{ id: 'b', state: 'running', reason: null, limitUsd: null, costUsd: null, atOnce: 1, againAt: null },
  createdAt: '2026-11-24T03:00:00.000Z',
  ...{ device: null, counts: none },
  ...changes,
});

test('a batch says what it is at', () => {
  const words = (changes: Partial<AiBatch>) => batchStateWords(batch(changes), NOW).words;
  expect(words({})).toBe('Running');
  expect(words({ againAt: '2026-11-24T04:00:19.400Z' })).toBe('Provider busy, again in 20 s');
  expect(words({ state: 'paused' })).toBe('Paused');
  expect(words({ state: 'paused', counts: { ...none, running: 2 } })).toBe('Pausing: 2 steps are being finished');
  expect(words({ state: 'done' })).toBe('Done');
  expect(words({ state: 'done', counts: { ...none, done: 3, failed: 1 } })).toBe('Done, not all of it');
  expect(progressOf(batch({ counts: { ...none, queued: 2, running: 1, done: 3, failed: 1 } }))).toEqual({
    all: 7,
    over: 4,
  });
});

test('what the judge has counted is said, red first', () => {
  expect(judgedText({ red: 1, yellow: 3 })).toBe('To mend: 1 · to look at: 3');
  expect(judgedText({ red: 0, yellow: 2 })).toBe('To look at: 2');
  expect(judgedText({ red: 0, yellow: 0 })).toBe('Nothing to mend');
  expect(judgedText(null)).toBe('Not judged');
});

test('a batch takes what one run takes, for each topic; those at once share the time', () => {
  const measures = WORKFLOW_STEPS.map(({ id }) => ({ stepId: id, calls: 5, tokens: 1000, costUsd: 0.01, ms: 20_000 }));
  const foreseen = batchForecast(WORKFLOW_STEPS, measures, { topics: 40, atOnce: 2 });
  expect(foreseen && batchForecastText(foreseen, 40)).toBe('About $3.60 for 40 topics, 60 minutes');
  expect(foreseen?.costUsd && likelyLimit(foreseen.costUsd)).toBe(5);
  expect(batchForecast(WORKFLOW_STEPS, [], { topics: 40, atOnce: 2 })).toBeNull();
});

test('a limit is an amount, or none', () => {
  expect(['', ' ', '5', '$2,50', '0.01'].map(readLimit)).toEqual([null, null, 5, 2.5, 0.01]);
  expect(['', '5', '$2,50', '0.01'].map(limitFault)).toEqual([undefined, undefined, undefined, undefined]);
  for (const typed of ['0', '-1', 'five', '100001']) expect(limitFault(typed)).toMatch(/^An amount/);
});

test('what was typed for a batch is there again, whatever else stands under its key', () => {
  const kept = new Map<string, string>();
  const storage = {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  };
  const form = { targetMarket: 'Shown', productApp: 'App', productAppFunction: 'Does it', productAppUrl: '' };
  const empty = readTypedBatch(storage, form);
  expect(empty).toMatchObject({ text: '', form: { targetMarket: '', productApp: 'App' }, atOnce: 1 });
  keepTypedBatch(storage, { ...empty, text: 'Dancers', limit: '5', atOnce: 3, categoryId: 2 });
  expect(readTypedBatch(storage, form)).toMatchObject({ text: 'Dancers', limit: '5', atOnce: 3, categoryId: 2 });
  for (const value of ['', 'no JSON', '[]', '{"text":7,"atOnce":99,"form":null}']) {
    kept.set('typedBatch', value);
    expect(readTypedBatch(storage, form).text).toBe('');
    expect(readTypedBatch(storage, form).atOnce).toBeLessThanOrEqual(5);
  }
});

test('a batch of a device says on which it runs, and since when that was not heard of', () => {
  const device = { id: 'laptop', name: 'Firefox on Linux', seenAt: new Date(NOW - 60_000).toISOString() };
  const words = (changes: Partial<AiBatch>, own: string | null) => whereText(batch({ device, ...changes }), own, NOW);
  expect(words({}, 'laptop')).toBe('Runs here, on this device');
  expect(words({}, 'phone')).toBe('Runs on Firefox on Linux');
  const seenAt = new Date(NOW - 5 * 60_000).toISOString();
  expect(words({ device: { ...device, seenAt } }, null)).toBe('Runs on Firefox on Linux, last heard of 5 minutes ago');
  expect(words({ state: 'done' }, 'phone')).toBe('');
  expect(words({ device: null }, 'phone')).toBe('');
});
