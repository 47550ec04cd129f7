import { afterEach, beforeEach, expect, test } from 'vitest';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import type { OpenDatabase } from '../db/open.ts';
import {
  completeAiCall,
  failAiCall,
  findAiCall,
  forgetAiAnswers,
  interruptedAiCalls,
  saveAiOutput,
  startAiCall,
  sumAiCalls,
} from './ai-calls.ts';
import { DAY, NOW, openBlog } from './blog-fixture.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const least = { promptTokens: 100, completionTokens: 0, costUsd: 0.1 };
const whole = { promptTokens: 110, completionTokens: 40, costUsd: 0.5 };
const start = (key: string | null, { runId = null, now = NOW }: { runId?: string | null; now?: number } = {}) =>
  startAiCall(
    blog.db,
    { key, call: 'chat', bodyHash: 'hash', providerId: null, model: 'm', runId, step: stepAt(1) },
    least,
    now,
  );
const complete = (id: number) =>
  completeAiCall(blog.db, id, { answer: '{"output":"A"}', finishReason: 'stop', cost: whole, now: NOW });

test('a call is there before it goes out, with what it costs at the least', async () => {
  await start('a');
  expect(await findAiCall(blog.db, 'a')).toMatchObject({ state: 'running', answer: null, error: null });
  expect(await sumAiCalls(blog.db, { since: NOW })).toEqual({ calls: 1, ...least });
});

test('a key belongs to one call for ever', async () => {
  await start('a');
  await expect(start('a')).rejects.toThrow(/UNIQUE/);
  await start(null);
  await start(null);
});

test('a part of an answer is kept while the call is under way, and never over its end', async () => {
  const id = await start('a');
  await saveAiOutput(blog.db, id, 'Half');
  expect(await interruptedAiCalls(blog.db)).toMatchObject([{ id, output: 'Half', promptTokens: 100 }]);
  await complete(id);
  await saveAiOutput(blog.db, id, 'Too late');
  expect(await findAiCall(blog.db, 'a')).toMatchObject({ state: 'succeeded', answer: '{"output":"A"}', output: null });
  expect(await interruptedAiCalls(blog.db)).toEqual([]);
});

test('sums are those of a month, or of a run whenever it was', async () => {
  await complete(await start('a', { runId: 'r', now: NOW - 40 * DAY }));
  const failed = await start('b', { runId: 'r' });
  const error = { code: 'ai_refused' as const, message: 'No.' };
  await failAiCall(blog.db, failed, {
    error,
    output: null,
    cost: { promptTokens: 0, completionTokens: 0, costUsd: 0 },
    now: NOW,
  });
  expect(await sumAiCalls(blog.db, { runId: 'r' })).toEqual({ calls: 2, ...whole });
  expect(await sumAiCalls(blog.db, { since: NOW })).toMatchObject({ calls: 1, promptTokens: 0 });
  expect(await sumAiCalls(blog.db, { runId: 'another' })).toEqual({
    calls: 0,
    promptTokens: 0,
    completionTokens: 0,
    costUsd: null,
  });
});

test('after its time a call is forgotten but for what it cost', async () => {
  await complete(await start('old', { runId: 'r', now: NOW - 31 * DAY }));
  await complete(await start('new', { runId: 'r' }));
  await forgetAiAnswers(blog.db, NOW - 30 * DAY);
  expect(await findAiCall(blog.db, 'old')).toBeNull();
  expect(await findAiCall(blog.db, 'new')).not.toBeNull();
  expect(await sumAiCalls(blog.db, { runId: 'r' })).toMatchObject({ calls: 2, costUsd: 1 });
});
