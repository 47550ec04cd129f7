import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { completeAiCall, failAiCall, startAiCall } from '#server/repositories/ai-calls.ts';
import { DAY, NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { aiFigures } from './figures.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const none = { promptTokens: 0, completionTokens: 0, costUsd: null };
interface Made {
  step?: string | null;
  model?: string;
  call?: string;
  at?: number;
  costUsd?: number | null;
  tokens?: number;
  ms?: number;
}
const start = ({ step = 'keywords', model = 'm', call = 'chat', at = NOW }: Made) =>
  startAiCall(blog.db, { key: null, call, bodyHash: 'h', providerId: null, model, runId: null, step }, none, at);
/** Records a call that has succeeded. */
async function made(of: Made): Promise<void> {
  const { at = NOW, costUsd = 0.1, tokens = 100, ms = 1000 } = of;
  const cost = { promptTokens: tokens - 10, completionTokens: 10, costUsd };
  await completeAiCall(blog.db, await start(of), { answer: '{}', finishReason: 'stop', cost, now: at + ms });
}

test('calls are summed by day, model and step, the last day first, from 30 days', async () => {
  await made({});
  await made({ costUsd: 0.3 });
  await made({ step: null, call: 'generateImage', model: 'p', costUsd: null });
  await made({ at: NOW - 29 * DAY });
  await made({ at: NOW - 31 * DAY });
  const { days } = await aiFigures(blog.db, NOW);
  const today = new Date(NOW).toISOString().slice(0, 10);
  expect(days).toHaveLength(3);
  expect(days).toContainEqual({ day: today, model: 'm', stepId: 'keywords', calls: 2, tokens: 200, costUsd: 0.4 });
  expect(days).toContainEqual({ day: today, model: 'p', stepId: null, calls: 1, tokens: 100, costUsd: null });
  expect(days.at(-1)?.day).toBe(new Date(NOW - 29 * DAY).toISOString().slice(0, 10));
});

test('what a step usually takes is the middle of its last five completed calls', async () => {
  await made({ tokens: 9000, costUsd: 9, ms: 90_000 });
  for (const times of [1, 2, 3, 4, 5]) await made({ tokens: 100 * times, costUsd: times, ms: 1000 * times });
  const failed = await start({});
  const error = { code: 'ai_refused' as const, message: 'No.' };
  await failAiCall(blog.db, failed, { error, output: null, cost: none, now: NOW });
  await made({ step: 'final-titles', costUsd: null });
  await made({ step: 'final-titles', call: 'regenerateDraft', tokens: 9000 });
  const figures = await aiFigures(blog.db, NOW);
  // A regenerated draft takes what one draft takes, not what its step takes.
  expect(figures.regenerations).toEqual([{ stepId: 'final-titles', calls: 1, tokens: 9000, costUsd: 0.1, ms: 1000 }]);
  expect(figures.steps.toSorted((a, b) => a.calls - b.calls)).toEqual([
    { stepId: 'final-titles', calls: 1, tokens: 100, costUsd: null, ms: 1000 },
    { stepId: 'keywords', calls: 5, tokens: 300, costUsd: 3, ms: 3000 },
  ]);
});

test('without a call there are no figures', async () => {
  expect(await aiFigures(blog.db, NOW)).toEqual({ days: [], steps: [], regenerations: [] });
});
