import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SITE_ID } from '#server/test-app.ts';
import {
  type BatchTopic,
  cancelAiBatch,
  createAiBatch,
  getAiBatch,
  limitAiBatch,
  listAiBatches,
  pauseAiBatch,
  resumeAiBatch,
  type WholeAiBatch,
} from '#shared/contract/ai-batches.ts';
import { updateAiChoices } from '#shared/contract/ai-providers.ts';
import { createCategory, deleteCategory } from '#shared/contract/categories.ts';
import { listPromptTemplates, resetPromptTemplate, updatePromptTemplate } from '#shared/contract/prompts.ts';
import { pullUpdates, pushUpdates } from '#shared/contract/workspace.ts';
import { MOST_TOPICS } from '#shared/kernel/batch-limits.ts';
import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import { claimRun, runDocumentId } from '#shared/runs/run-document.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { refusalOf } from '#tests/ai-stub/ai-app.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';
import { longTest } from '#tests/long-test.ts';

// Batches that the server drives, with the stand-in provider: what is bought, what is paused, and what a restart finds.

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
  ai.stub.setDelay(0);
});

const form = (targetMarket: string) => ({
  targetMarket,
  productApp: 'Pole Fitness Classes',
  productAppFunction: 'Classes for beginners',
  productAppUrl: 'https://example.org',
});
const topics = (count: number, categoryId: number | null = null): BatchTopic[] =>
  Array.from({ length: count }, (_, index) => ({ form: form(`Dancers ${index + 1}`), categoryId }));
const start = (of: readonly BatchTopic[], { limitUsd = null as number | null, atOnce = 1 } = {}) =>
  ai.client.call(createAiBatch, { body: { id: randomUUID(), topics: [...of], limitUsd, atOnce } });
const read = (id: string) => ai.client.call(getAiBatch, { params: { id } });

/** Waits until `isThere` holds for the batch, and returns the batch. */
async function until(id: string, isThere: (batch: WholeAiBatch) => boolean): Promise<WholeAiBatch> {
  const last: { batch: WholeAiBatch | null } = { batch: null };
  const look = async () => {
    last.batch = await read(id);
    return isThere(last.batch);
  };
  await expect.poll(look, { interval: 50 }).toBe(true);
  if (last.batch === null) throw new Error('It was never read');
  return last.batch;
}
const isIn =
  (state: WholeAiBatch['state']) =>
  (batch: WholeAiBatch): boolean =>
    batch.state === state && batch.counts.running === 0;
const states = ({ items }: WholeAiBatch) => items.map(({ state }) => state);
/** Cancels a batch that goes on as it should: other tests let a batch go on to its end. */
async function cancel(id: string): Promise<WholeAiBatch> {
  await ai.client.call(cancelAiBatch, { params: { id } });
  return until(id, isIn('cancelled'));
}
/** The steps that were bought from the provider. */
const bought = () => ai.stub.log.entries.map(({ step }) => step).toSorted((a, b) => Number(a) - Number(b));
const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** A document as every device gets it. */
async function documentOf<Kind extends 'run' | 'draft'>(kind: Kind, id: string) {
  const { updates } = await ai.client.call(pullUpdates, { query: {} });
  const own = updates.flatMap(({ change }) =>
    change.documentId === id && change.type === 'update' ? [Buffer.from(change.update, 'base64')] : [],
  );
  return openDocument({ kind, id }, own);
}
async function push(change: { type: 'update'; update: string } | { type: 'delete'; seen: string }, documentId: string) {
  const update = { ...change, id: randomUUID(), documentId, kind: 'run' as const };
  await ai.client.call(pushUpdates, { body: { siteId: SITE_ID, updates: [update] } });
}

test('every topic becomes a run of its own, bought once, whose drafts lie in its category and were judged', async () => {
  const category = await ai.client.call(createCategory, {
    body: { name: 'Hoops', slug: 'hoops', color: '#aa3322', icon: 'star' },
  });
  const { id } = await start(topics(2, category.id), { atOnce: 2 });
  const batch = await until(id, isIn('done'));
  expect(states(batch)).toEqual(['done', 'done']);
  expect(batch.items.map(({ stepsDone }) => stepsDone)).toEqual([9, 9]);
  expect(bought()).toEqual(nine.flatMap((step) => [step, step]));
  expect(batch.costUsd).toBeGreaterThan(0);
  const [draft] = batch.items[0]?.drafts ?? [];
  expect(draft?.judged).toEqual({ red: expect.any(Number), yellow: expect.any(Number) });
  const document = await documentOf('draft', `draft:generated-${draft?.id}`);
  expect(document.field('category')).toBe('Hoops');
  expect(document.field('origin')).toMatchObject({ categoryId: category.id, runId: `${id}-1` });
  const run = await documentOf('run', runDocumentId(`${id}-1`));
  expect(run.fields()).toMatchObject({ drivenBy: 'server', state: { kind: 'done' } });
});

test('asked for twice it is one batch, and its id is not taken for another', async () => {
  const body = { id: randomUUID(), topics: topics(1), limitUsd: null, atOnce: 1 };
  ai.stub.plan('unauthorized');
  await ai.client.call(createAiBatch, { body });
  expect((await ai.client.call(createAiBatch, { body })).id).toBe(body.id);
  expect((await ai.client.call(listAiBatches)).filter(({ id }) => id === body.id)).toHaveLength(1);
  expect(await refusalOf(ai.client.call(createAiBatch, { body: { ...body, atOnce: 2 } }))).toMatchObject({
    code: 'idempotency_mismatch',
  });
  await ai.client.call(cancelAiBatch, { params: { id: body.id } });
});

test('what no batch can be made of is refused in words, and nothing is made', async () => {
  const before = (await ai.client.call(listAiBatches)).length;
  expect(await refusalOf(start(topics(10_000)))).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'topics', message: `At most ${MOST_TOPICS} topics a batch, please. Make two of it.` }],
  });
  const mixed = [...topics(1), ...topics(1, 987_654)];
  expect(await refusalOf(start(mixed))).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'topics.1.categoryId', message: 'Topic 2: this category is not there any more.' }],
  });
  expect((await ai.client.call(listAiBatches)).length).toBe(before);
  expect(ai.stub.log.entries).toEqual([]);
});

test('a limit is never passed: the batch rests before the step that could, and goes on when it is raised', async () => {
  const { id } = await start(topics(1), { limitUsd: 0.2 });
  const paused = await until(id, isIn('paused'));
  expect(paused.reason).toMatch(/^The limit of this batch is reached\. The next step can cost up to \$/);
  expect(paused.costUsd ?? 0).toBeLessThanOrEqual(0.2);
  expect(states(paused)).toEqual(['queued']);
  const raised = await ai.client.call(limitAiBatch, { params: { id }, body: { limitUsd: 50 } });
  expect(raised).toMatchObject({ state: 'paused', reason: 'The limit was changed. Resume goes on where it stands.' });
  ai.stub.setDelay(5);
  await ai.client.call(resumeAiBatch, { params: { id }, body: { failed: false } });
  await until(id, ({ items }) => (items[0]?.stepsDone ?? 0) > (paused.items[0]?.stepsDone ?? 0));
  await cancel(id);
  // No earlier step was bought again.
  expect(bought()).toEqual(nine.slice(0, bought().length));
});

test('drafts that could not be noted when they were written are there when the topic is over', async () => {
  const { sqlite } = ai.app.database;
  sqlite.exec(`create trigger no_drafts before update on ai_batch_items
    when new.state = 'running' and new.drafts <> old.drafts begin select raise(abort, 'busy'); end`);
  try {
    const { id } = await start(topics(1));
    const done = await until(id, isIn('done'));
    expect(states(done)).toEqual(['done']);
    expect(done.items[0]?.drafts.length).toBeGreaterThan(1);
  } finally {
    sqlite.exec('drop trigger no_drafts');
  }
});

test('a key that is refused pauses the batch with the reason; nothing before it is bought again', async () => {
  ai.stub.plan('unauthorized');
  const { id } = await start(topics(1));
  const paused = await until(id, isIn('paused'));
  expect(paused.reason).toContain('refused the key');
  expect(states(paused)).toEqual(['queued']);
  await ai.client.call(resumeAiBatch, { params: { id }, body: { failed: false } });
  expect(states(await until(id, isIn('done')))).toEqual(['done']);
  expect(bought()).toEqual([1, ...nine]);
});

test('the month’s limit pauses a batch as well, and buys nothing', async () => {
  const choices = { text: null, picture: null, steps: [] };
  await ai.client.call(updateAiChoices, { body: { ...choices, monthlyLimitUsd: 0.0001 } });
  const { id } = await start(topics(1));
  const paused = await until(id, isIn('paused'));
  await ai.client.call(updateAiChoices, { body: { ...choices, monthlyLimitUsd: null } });
  await ai.client.call(cancelAiBatch, { params: { id } });
  expect(paused.reason).toMatch(/^The monthly AI budget is used up/);
  expect(bought()).toEqual([]);
});

test('a busy provider is left in peace for a while, also by a clock that is set back; what was written stays', async () => {
  ai.stub.plan('unavailable', { times: 4 });
  const { id } = await start(topics(1));
  ai.app.clock.advance(-3_600_000);
  expect(states(await until(id, isIn('done')))).toEqual(['done']);
  expect(bought()).toEqual([1, 1, 1, 1, ...nine]);
});

longTest('an output that is too long to be read beside the readers is read in a thread', async () => {
  const post = (title: string) => ({ title, slug: '', excerpt: 'Short', content: 'Long. '.repeat(2500), tags: [] });
  ai.stub.say(JSON.stringify([post('The first'), post('The second')]));
  const { id } = await start(topics(1));
  const batch = await until(id, isIn('done'));
  expect(batch.items[0]?.drafts.map(({ title }) => title)).toEqual([
    'The first',
    'The second',
    'The first',
    'The second',
  ]);
});

test('one topic that fails does not hold up the others, and is tried again when the owner says so', async () => {
  ai.stub.plan('refusal');
  const { id } = await start(topics(2));
  const batch = await until(id, isIn('done'));
  expect(states(batch)).toEqual(['failed', 'done']);
  expect(batch.items[0]?.reason).toContain('refused');
  ai.stub.setDelay(5);
  await ai.client.call(resumeAiBatch, { params: { id }, body: { failed: true } });
  await until(id, ({ items }) => (items[0]?.stepsDone ?? 0) > 0);
  expect(states(await cancel(id))).toEqual(['cancelled', 'done']);
});

test('three topics that fail in a row pause the batch', async () => {
  ai.stub.plan('refusal', { times: 3 });
  const { id } = await start(topics(5));
  const paused = await until(id, isIn('paused'));
  expect(paused.reason).toMatch(/^Three topics in a row have failed\./);
  expect(states(paused)).toEqual(['failed', 'failed', 'failed', 'queued', 'queued']);
  await ai.client.call(cancelAiBatch, { params: { id } });
  expect(states(await until(id, isIn('cancelled')))).toEqual(['failed', 'failed', 'failed', 'cancelled', 'cancelled']);
});

test('a pause lets the step under way come to its end, a cancel stops it; what was written stays', async () => {
  ai.stub.setDelay(2);
  const { id } = await start(topics(1));
  await until(id, ({ items }) => (items[0]?.stepsDone ?? 0) > 0);
  await ai.client.call(pauseAiBatch, { params: { id } });
  const paused = await until(id, isIn('paused'));
  expect(paused.reason).toBeNull();
  expect(bought()).toHaveLength(paused.items[0]?.stepsDone ?? 0);
  await ai.client.call(resumeAiBatch, { params: { id }, body: { failed: false } });
  await ai.stub.log.until(({ step, end }) => step === (paused.items[0]?.stepsDone ?? 0) + 1 && end === 'open');
  await ai.client.call(cancelAiBatch, { params: { id } });
  await until(id, isIn('cancelled'));
  await expect.poll(() => ai.stub.log.entries.at(-1)?.end).toBe('closed by client');
  const run = await documentOf('run', runDocumentId(`${id}-1`));
  expect(run.fields()).toMatchObject({ state: { kind: 'stopped' } });
  // A batch that is over stays over.
  await ai.client.call(resumeAiBatch, { params: { id }, body: { failed: true } });
  expect((await read(id)).state).toBe('cancelled');
});

test('a run goes by the prompts of its own start, and a category that was deleted takes no topic with it', async () => {
  const category = await ai.client.call(createCategory, {
    body: { name: 'Gone', slug: 'gone', color: '#aa3322', icon: 'star' },
  });
  ai.stub.setDelay(2);
  const { id } = await start(topics(2, category.id));
  await until(id, ({ items }) => items[0]?.state === 'running');
  const version = async () => (await ai.client.call(listPromptTemplates))[1]?.version;
  const before = await version();
  const prompt = 'A new prompt for {{targetMarket}}, with all that was found: {{buyerAvatar}}';
  await ai.client.call(updatePromptTemplate, { params: { stepNumber: 2 }, body: { prompt } });
  const after = await version();
  await ai.client.call(deleteCategory, { params: { id: category.id } });
  ai.stub.setDelay(0);
  const batch = await until(id, isIn('done'));
  expect(states(batch)).toEqual(['done', 'done']);
  const asked = ai.stub.log.entries.filter((entry) => entry.prompt.startsWith('A new prompt for'));
  expect(asked.map((entry) => entry.prompt.includes('Dancers 2'))).toEqual([true]);
  // Each attempt keeps the version of the prompt it was sent with.
  const sentWith = async (run: string) => {
    const step = (await documentOf('run', runDocumentId(run))).field('step:problem-goal-benefit');
    return Object(step).attempts?.[0]?.sent?.version;
  };
  expect([await sentWith(`${id}-1`), await sentWith(`${id}-2`)]).toEqual([before, after]);
  expect(after).not.toBe(before);
  await ai.client.call(resetPromptTemplate, { params: { stepNumber: 2 } });
  expect(batch.items.map((item) => item.category)).toEqual([null, null]);
  const document = await documentOf('draft', `draft:generated-${batch.items[0]?.drafts[0]?.id}`);
  expect(document.field('category')).toBe('Lifestyle');
});

test('a run that another device has gone on with, or deleted, is left to it', async () => {
  // The first step goes on until both runs are taken away.
  ai.stub.setDelay(500);
  const { id } = await start(topics(2), { atOnce: 2 });
  await until(id, ({ counts }) => counts.running === 2);
  const [first, second] = [runDocumentId(`${id}-1`), runDocumentId(`${id}-2`)];
  await ai.stub.log.until(() => ai.stub.log.entries.length === 2);
  const taken = await documentOf('run', first);
  const seen = taken.stateVector();
  claimRun(taken, 'a laptop');
  await push({ type: 'update', update: Buffer.from(taken.encode(seen)).toString('base64') }, first);
  const deleted = await documentOf('run', second);
  await push({ type: 'delete', seen: Buffer.from(deleted.stateVector()).toString('base64') }, second);
  ai.stub.setDelay(0);
  const batch = await until(id, isIn('done'));
  expect(states(batch)).toEqual(['left', 'cancelled']);
  expect(bought()).toEqual([1, 1]);
});

// `npm run test:long -- batch-kills` proves the same with kills; server/routes/ai-restart.test.ts proves it for one
// call.
longTest('a server that ends in the middle is followed by one that goes on, and buys no answer twice', async () => {
  ai.stub.setDelay(2);
  const { id } = await start(topics(2), { atOnce: 2 });
  await until(id, ({ items }) => items.every(({ stepsDone }) => stepsDone > 1));
  await ai.close({ keepStub: true, keepFolder: true });
  ai.stub.setDelay(0);
  ai = { ...ai, ...(await startPromptsApp({ timers, stub: ai.stub, folder: ai.app.folder })) };
  const batch = await until(id, isIn('done'));
  expect(states(batch)).toEqual(['done', 'done']);
  const whole = ai.stub.log.entries.filter(({ end }) => end === 'sent').map(({ step }) => step);
  expect(whole.toSorted((a, b) => Number(a) - Number(b))).toEqual(nine.flatMap((step) => [step, step]));
  // The requests that were under way when the server ended: no more than one further request for each run.
  expect(ai.stub.log.entries.length - whole.length).toBeLessThanOrEqual(2);
});
