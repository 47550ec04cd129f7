import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isChatKnown } from '#shared/contract/ai.ts';
import {
  cancelAiBatch,
  createAiBatch,
  driveAiBatch,
  getAiBatch,
  listAiBatches,
  nextInAiBatch,
  pauseAiBatch,
  reportAiBatchItem,
  restAiBatch,
  resumeAiBatch,
} from '#shared/contract/ai-batches.ts';
import { listAiProviders, updateAiChoices } from '#shared/contract/ai-providers.ts';
import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import { refusalOf } from '#tests/ai-stub/ai-app.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';

// Batches that a device of the owner drives: what the server stores of them, and to which device it gives them.

let ai: PromptsApp;
/** Waits of up to 40 seconds end almost at once, and move the clock on by as much. */
const timers: Timers = {
  after(ms, run) {
    const isShort = ms <= 40_000;
    return systemTimers.after(isShort ? 2 : ms, () => {
      if (isShort) ai.app.clock.advance(ms);
      run();
    });
  },
};
beforeAll(async () => {
  ai = await startPromptsApp({ timers });
});
afterAll(() => ai.close());
afterEach(() => {
  ai.stub.reset();
  ai.stub.say(null);
});

const form = (targetMarket: string) => ({
  targetMarket,
  productApp: 'Pole Fitness Classes',
  productAppFunction: 'Classes for beginners',
  productAppUrl: 'https://example.org',
});
async function start(count: number, device?: string): Promise<string> {
  const topics = Array.from({ length: count }, (_, at) => ({ form: form(`Dancers ${at}`), categoryId: null }));
  const body = { id: randomUUID(), topics, limitUsd: null, atOnce: 1, ...(device && { device }) };
  return (await ai.client.call(createAiBatch, { body })).id;
}
const read = (id: string) => ai.client.call(getAiBatch, { params: { id } });
const next = (id: string, device: string, underWay: number[] = []) =>
  ai.client.call(nextInAiBatch, { params: { id }, body: { device, underWay } });
const report = (id: string, number: number, body: object) =>
  ai.client.call(reportAiBatchItem, { params: { id, number }, body: { device: 'laptop', ...body } });
const isDone = (id: string) => async () => (await read(id)).state === 'done';

test('a device is given topic after topic, says what becomes of each, and the server leaves them alone', async () => {
  const id = await start(2, 'laptop');
  expect((await read(id)).device).toMatchObject({ id: 'laptop', name: expect.any(String) });
  const first = await next(id, 'laptop');
  expect(first.item).toMatchObject({ number: 1, prompts: null, drafts: [] });
  await report(id, 1, {
    state: 'running',
    prompts: [{ stepId: 'buyer-avatar', prompt: 'Write', version: 3 }],
    stepsDone: 0,
  });
  expect((await next(id, 'laptop', [1])).item?.number).toBe(2);
  // After a reload of the device's page no topic is under way there: the first topic goes on with its own prompts.
  expect((await next(id, 'laptop')).item).toMatchObject({
    number: 1,
    prompts: [{ stepId: 'buyer-avatar', prompt: 'Write', version: 3 }],
  });
  // Earlier versions of the program stored only the text.
  const stored = JSON.stringify({ 'buyer-avatar': 'Write' });
  ai.app.database.sqlite.prepare('update ai_batch_items set prompts = ? where batch_id = ?').run(stored, id);
  expect((await next(id, 'laptop')).item?.prompts).toEqual([{ stepId: 'buyer-avatar', prompt: 'Write', version: 0 }]);
  const drafts = [{ id: 'a', title: 'A draft', judged: { red: 0, yellow: 1, reader: 2 } }];
  for (const number of [1, 2]) await report(id, number, { state: 'done', prompts: null, stepsDone: 9, drafts });
  expect((await next(id, 'laptop')).item).toBeNull();
  await ai.client.call(restAiBatch, { params: { id }, body: { device: 'laptop', state: 'done', reason: null } });
  expect(await read(id)).toMatchObject({
    state: 'done',
    items: [
      { state: 'done', drafts },
      { state: 'done', drafts },
    ],
  });
  expect(ai.stub.log.entries).toEqual([]);
});

test('another device that takes it over has it, and the one before is told so', async () => {
  const id = await start(1, 'laptop');
  await next(id, 'laptop');
  await report(id, 1, { state: 'running' });
  await ai.client.call(driveAiBatch, { params: { id }, body: { device: 'phone' } });
  for (const late of [
    next(id, 'laptop'),
    report(id, 1, { state: 'done' }),
    ai.client.call(restAiBatch, { params: { id }, body: { device: 'laptop', state: 'done', reason: null } }),
  ]) {
    expect(await refusalOf(late)).toMatchObject({ code: 'batch_elsewhere' });
  }
  expect((await next(id, 'phone')).item?.number).toBe(1);
  await ai.client.call(cancelAiBatch, { params: { id } });
  expect((await read(id)).items.map(({ state }) => state)).toEqual(['cancelled']);
});

test('moved to the server it goes on there, and given to a device the server lets go of it', async () => {
  const id = await start(1, 'laptop');
  await report(id, 1, { state: 'running' });
  await ai.client.call(driveAiBatch, { params: { id }, body: { device: null } });
  const hasBegun = (batch: string) => async () => (await read(batch)).items.some(({ stepsDone }) => stepsDone > 0);
  await expect.poll(hasBegun(id)).toBe(true);
  expect((await read(id)).device).toBeNull();
  await ai.client.call(cancelAiBatch, { params: { id } });

  ai.stub.reset();
  const other = await start(3);
  await expect.poll(hasBegun(other)).toBe(true);
  await ai.client.call(driveAiBatch, { params: { id: other }, body: { device: 'laptop' } });
  const bought = ai.stub.log.entries.length;
  // A step under way is bought to its end, and no other step begins.
  await ai.client.call(pauseAiBatch, { params: { id: other } });
  await ai.client.call(resumeAiBatch, { params: { id: other }, body: { failed: false } });
  expect((await next(other, 'laptop')).item?.number).toBe(1);
  expect(ai.stub.log.entries.length - bought).toBeLessThanOrEqual(1);
  await ai.client.call(cancelAiBatch, { params: { id: other } });
});

test('a device is heard of while it looks; a call is known by its key once it was made', async () => {
  const id = await start(1, 'laptop');
  const before = Date.parse((await read(id)).device?.seenAt ?? '');
  ai.app.clock.advance(60_000);
  await ai.client.call(listAiBatches, { query: { device: 'phone' } });
  expect(Date.parse((await read(id)).device?.seenAt ?? '')).toBe(before);
  await ai.client.call(listAiBatches, { query: { device: 'laptop' } });
  expect(Date.parse((await read(id)).device?.seenAt ?? '')).toBeGreaterThanOrEqual(before + 60_000);
  await ai.client.call(cancelAiBatch, { params: { id } });
  expect(await ai.client.call(isChatKnown, { params: { key: 'never-made' } })).toEqual({ isKnown: false });
});

test('drafts of a batch are read a second time where the owner’s switch and its limits allow it', async () => {
  const { choices } = await ai.client.call(listAiProviders);
  const reader = { isOn: true, model: null, postLimitUsd: 5, monthLimitUsd: 100, isAutomatic: true };
  await ai.client.call(updateAiChoices, { body: { ...choices, secondReader: reader } });
  const id = await start(1);
  await expect.poll(isDone(id)).toBe(true);
  const drafts = (await read(id)).items[0]?.drafts ?? [];
  // Only the refined draft is read, because it is the result of the run.
  expect(drafts.map(({ judged }) => judged?.reader).filter((count) => count !== undefined)).toEqual([
    expect.any(Number),
  ]);
  expect(ai.stub.log.entries.filter(({ prompt }) => prompt.startsWith('You are the second reader'))).toHaveLength(1);
  await ai.client.call(updateAiChoices, { body: { ...choices, secondReader: { ...reader, isOn: false } } });
});
