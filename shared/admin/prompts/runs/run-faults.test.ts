import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestTimers } from '#server/adapters/ai/test-timers.ts';
import { isOfSettings } from '#shared/workflow/faults.ts';
import { TOKEN_LIMIT_TEXT } from '#shared/workflow/messages.ts';
import { outputOf, stepRecord } from '#shared/workflow/run.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { SECRET_KEY } from '#tests/ai-stub/ai-app.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';
import { FAULTS, type Fault } from '#tests/ai-stub/stub-faults.ts';
import { shareOf } from '#tests/share.ts';
import { reach, testForm, until } from '../testing/run-test-device.ts';

// What the owner sees of each fault of the stand-in provider in a step of a run.

let ai: PromptsApp;
const timers = createTestTimers({ atOnce: 10_000 });
beforeAll(async () => {
  ai = await startPromptsApp({ timers });
});
afterAll(() => ai.close());
afterEach(() => ai.stub.reset());

/** Milliseconds; longer than any provider may be silent. */
const SILENCE = 400_000;

/** Runs step 1 against the fault; for a fault that is silence, the server's clock is moved forward. */
async function runInto(fault: Fault, isSilent?: (output: string) => boolean) {
  const device = ai.newDevice();
  const window = device.openWindow();
  window.store.actions.setForm(testForm);
  ai.stub.plan(fault, { times: 10 });
  window.store.actions.runAll();
  if (isSilent) {
    await until(device, () => ai.stub.log.entries.some((entry) => entry.fault === fault));
    await until(device, () => isSilent(stepRecord(window.store.getState().run, stepAt(1)).attempts[0]?.output ?? ''));
    timers.advance(SILENCE);
  }
  await reach(device, window, 'failed');
  // The run is read at once: the next try is a new attempt, and may be announced by itself.
  const { run } = window.store.getState();
  const shown = JSON.stringify([run, window.notices]);
  await window.store.close();
  return { run, notice: window.notices.at(-1), shown };
}

const faults: [fault: Fault, title: string, description: RegExp][] = [
  ['rate-limit', 'Error', /^The AI provider has had too many requests/],
  ['quota', 'Error', /billing details/],
  ['server-error', 'Error', /^The AI provider could not answer. Try again in a moment.$/],
  ['unavailable', 'Error', /^The AI provider could not answer. Try again in a moment.$/],
  [
    'unauthorized',
    'Error',
    /^The AI provider refused the key. It is set where the server is: add a provider in Settings, AI/,
  ],
  ['google-key', 'Error', /^The AI provider refused the key. /],
  ['google-minute', 'Error', /^The AI provider has had too many requests/],
  ['google-no-model', 'Error', / models\/gpt-4o is not found/],
  ['openrouter-credits', 'Error', /wants its billing settled first. Insufficient credits/],
  ['openrouter-in-200', 'Error', /^The AI provider could not answer/],
  ['openrouter-midway', 'Error', /^The AI provider could not answer/],
  ['forbidden', 'Error', /has no access to gpt-4o yet/],
  ['no-model', 'Error', /The model is set where the server is/],
  ['content-policy', 'Error', /safety system/],
  ['refusal', 'Error', /I'm sorry, but I can't help with that\./],
  ['content-filter', 'Error', /^The model refused to write this step/],
  ['content-filter-empty', 'Error', /content filter/],
  ['length', 'Error', /^The answer was cut off at its length limit/],
  ['huge', 'Error', /^The answer was cut off at its length limit/],
  ['empty', 'Error', /^The model answered with nothing/],
  ['blank', 'Error', /^The model answered with nothing/],
  ['cut', 'Error', /broke off/],
  ['cut-early', 'Error', /broke off/],
  ['unfinished', 'Error', /broke off before it was complete/],
  ['error-event', 'Error', /broke off/],
  ['garbage', 'Error', /made no sense/],
  ['wrong-shape', 'Error', /made no sense/],
  ['picture-part', 'Error', /made no sense/],
  ['web-page', 'Error', /^A web page came in the place of words.*It is kept as an attempt/],
  ['picture-words', 'Error', /^The model answered with a picture where words were asked for. It is kept as an attempt/],
  ['tool-call', 'Error', /^The model wants to use a tool/],
  ['tool-call-after-words', 'Error', /^The model wants to use a tool.*What it wrote is kept as an attempt/],
  ['wrong-type', 'Error', /broke off/],
  ['redirect', 'Error', /^The AI provider sends us to another address. Its address is set where the server is/],
  ['reset', 'Error', /broke off/],
];

describe('a fault of the provider stops the auto-run, is told, and is no output', () => {
  // server/routes/ai-faults.test.ts tests each of these faults on the server.
  test.each(shareOf(faults, 3))('%s: %s', async (fault, title, description) => {
    const { run, notice, shown } = await runInto(fault);
    expect(notice).toMatchObject({ title, description: expect.stringMatching(description), isError: true });
    expect(outputOf(run, stepAt(1))).toBeNull();
    expect(stepRecord(run, stepAt(2)).attempts).toEqual([]);
    expect(shown).not.toContain(SECRET_KEY);
    expect(shown).not.toContain(ai.stub.address);
    // Names of variables are for the person who runs the server.
    expect(`${notice?.title} ${notice?.description}`).not.toMatch(/[A-Z]{2,}_[A-Z]{2,}/);
  });

  test.each([
    ['unauthorized', 'key', true],
    ['quota', 'billing', true],
    ['google-minute', 'busy', false],
    ['no-model', 'model', true],
    ['server-error', 'busy', false],
  ] as const)('%s: what is to be mended in the settings is known as that', async (fault, reason, isTheirs) => {
    const { run } = await runInto(fault);
    const [attempt] = stepRecord(run, stepAt(1)).attempts;
    expect(attempt?.fault?.reason).toBe(reason);
    expect(run.state.kind === 'failed' && isOfSettings(run.state.fault)).toBe(isTheirs);
  });

  test('context-length: Token Limit Reached, in fixed words', async () => {
    const { notice } = await runInto('context-length');
    expect(notice).toEqual({ title: 'Token Limit Reached', description: TOKEN_LIMIT_TEXT, isError: true });
  });

  test.each([
    ['hang', (output: string) => output === ''],
    // The stand-in sends twenty words before it falls silent.
    ['hang-midway', (output: string) => output.split(/\s+/).length >= 20],
  ] as const)('%s: the silence is told, and what had come is shown as a part', async (fault, isSilent) => {
    const { run, notice } = await runInto(fault, isSilent);
    expect(notice).toMatchObject({ title: 'Error', description: expect.stringMatching(/said nothing for too long/) });
    expect(isSilent(stepRecord(run, stepAt(1)).attempts[0]?.output ?? '')).toBe(true);
    expect(stepRecord(run, stepAt(1)).attempts[0]?.end).toBe('failed');
  });

  test.each(['web-page', 'picture-words', 'tool-call-after-words'] as const)(
    '%s: it was bought once, and can be read',
    async (fault) => {
      const { run } = await runInto(fault);
      expect(stepRecord(run, stepAt(1)).attempts).toMatchObject([
        { end: 'failed', output: expect.stringMatching(/\w/), usage: { totalTokens: expect.any(Number) } },
      ]);
      expect(ai.stub.log.entries).toHaveLength(1);
    },
  );

  test('what had come of an answer that broke off is shown as a part', async () => {
    const { run } = await runInto('cut');
    expect(stepRecord(run, stepAt(1)).attempts[0]).toMatchObject({
      end: 'failed',
      output: expect.stringMatching(/\w/),
    });
  });
});

const pictureFaults: [fault: Fault, description: RegExp][] = [
  ['image-url-inside', /at an address we do not open/],
  ['image-text', /no(t a)? picture we can use/],
  ['image-large', /larger than 10 MB/],
  ['image-none', /without a picture/],
  ['forbidden', /no access to gpt-image-1 yet/],
  ['quota', /billing details/],
  ['content-policy', /safety system/],
  ['unauthorized', /^The AI provider refused the key. It is set where the server is: add a provider in Settings, AI/],
  ['server-error', /^The AI provider could not answer. Try again in a moment.$/],
  ['rate-limit', /^The AI provider has had too many requests/],
  ['wrong-type', /made no sense/],
];

// server/routes/ai-pictures.test.ts tests each of these faults on the server.
test.each(shareOf(pictureFaults, 3))(
  'a picture that fails (%s) is told as one, and the draft stays without',
  async (fault, text) => {
    const device = ai.newDevice();
    const window = device.openWindow();
    window.store.actions.setForm(testForm);
    ai.stub.say('Title: A balcony\nExcerpt: Room for a bean.\nContent:\nBeans climb.');
    window.store.actions.runStep(stepAt(8));
    await until(device, () => window.store.getState().drafts.length === 1);
    const [card] = window.store.getState().drafts;
    ai.stub.plan(fault, { times: 10 });
    await window.store.actions.makeDraftImage(card?.draft.id ?? '');
    const notice = window.notices.at(-1);
    expect(notice).toMatchObject({ title: 'Image Generation Failed', isError: true });
    expect(notice?.description).toMatch(text);
    expect(notice?.description).not.toContain(SECRET_KEY);
    expect(window.store.getState().drafts[0]?.draft.featuredImage).toBeUndefined();
    expect(window.store.getState().drafts[0]?.busy).toBeNull();
    await window.store.close();
  },
);

test('every fault of the stand-in has its text here, but those that are none for the owner', () => {
  const named = new Set<string>([...faults, ...pictureFaults].map(([fault]) => fault));
  const inTheirOwnTests = ['context-length', 'hang', 'hang-midway'];
  // Complete answers: slow ones, odd ones, those whose count is missing or wrong, and a picture by its address.
  const odd = ['slow', 'hostile'];
  const withoutFault = [...odd, 'no-usage', 'lying-usage', 'image-url'];
  // The same faults as other providers express them: server/routes/ai-faults.test.ts has their words.
  const isOfAnother = (fault: string) => /^(?:anthropic|ollama|google|openrouter)-/.test(fault);
  const rest = Object.keys(FAULTS).filter((fault) => !named.has(fault) && !isOfAnother(fault));
  expect(rest.sort()).toEqual([...inTheirOwnTests, ...withoutFault].sort());
});

test('without a key the owner is told what to set before a run starts', async () => {
  const bare = await startPromptsApp({ env: { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' } });
  const device = bare.newDevice();
  const window = device.openWindow();
  await window.store.actions.refresh();
  expect(window.store.getState().setup).toEqual({
    kind: 'not-ready',
    message: expect.stringContaining('Add a provider in Settings, AI'),
  });
  await window.store.actions.testLimits();
  expect(window.notices.at(-1)?.title).toBe('Test Failed');
  await window.store.close();
  await bare.close();
});

test('a field left blank is told in fixed words, and nothing is asked', async () => {
  const device = ai.newDevice();
  const window = device.openWindow();
  await reach(device, window, 'idle');
  window.store.actions.runAll();
  await device.clock.pass(0);
  await expect.poll(() => window.notices.at(-1)?.description).toMatch(/before starting auto-run\.$/);
  window.store.actions.runStep(stepAt(1));
  await expect.poll(() => window.notices.at(-1)?.description).toMatch(/before running chained prompts\.$/);
  expect(ai.stub.log.entries).toEqual([]);
  await window.store.close();
});

test('an estimate says how full the context will be; usage says what was booked', async () => {
  const device = ai.newDevice();
  const window = device.openWindow();
  window.store.actions.setForm(testForm);
  await window.store.actions.estimate(stepAt(1));
  expect(window.store.getState().estimates[stepAt(1)]).toMatchObject({
    kind: 'counted',
    estimate: { contextLimit: 128_000, share: expect.closeTo(0.13, 2) },
  });
  window.store.actions.runStep(stepAt(1));
  await expect.poll(() => stepRecord(window.store.getState().run, stepAt(1)).current).toBe(1);
  await window.store.actions.refresh();
  const { booked, run } = window.store.getState();
  expect(booked).toMatchObject({ calls: 1, totalTokens: stepRecord(run, stepAt(1)).attempts[0]?.usage?.totalTokens });
  await window.store.close();
});
