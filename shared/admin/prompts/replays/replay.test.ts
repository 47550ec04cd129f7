import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fingerprint } from '#shared/kernel/fingerprint.ts';
import { stepRecord } from '#shared/workflow/run.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';
import { reach, type TestDevice, type TestWindow, testForm, until } from '../testing/run-test-device.ts';
import { isUnfinished, scoresOf } from './replay-document.ts';

let ai: PromptsApp;
let device: TestDevice;
let window: TestWindow;
beforeAll(async () => {
  ai = await startPromptsApp();
});
afterAll(() => ai.close());
beforeEach(() => {
  device = ai.newDevice();
  window = device.openWindow();
});
afterEach(async () => {
  ai.stub.reset();
  await window.store.close();
});

const actions = () => window.store.actions;
const replays = () => window.store.getState().replays;
const asked = () => ai.stub.log.entries.filter(({ path }) => path === '/v1/chat/completions').length;
const TEMPLATE = 'Say it anew for {{targetMarket}}.';
const step = stepAt(1);

/** Makes a run for that market whose first step answers this. */
async function haveRun(market: string, output: string): Promise<void> {
  await actions().reset();
  actions().setForm({ ...testForm, targetMarket: market });
  ai.stub.say(output);
  actions().runStep(step);
  await until(device, () => stepRecord(window.store.getState().run, step).current !== null);
}

test('a prompt is tried on what the last runs had: this step alone is bought, once for each, and no run is changed', async () => {
  await haveRun('Bakers', 'Old of the bakers.');
  await haveRun('Night nurses', 'Old of the nurses.');
  const before = window.store.getState().run;
  const already = asked();
  ai.stub.say('A new one.');
  await actions().startReplay(step, TEMPLATE, 5);
  const [replay] = replays();
  expect(asked() - already).toBe(2);
  expect(replay).toMatchObject({ step, template: TEMPLATE });
  expect(replay?.items).toMatchObject([
    { market: 'Night nurses', old: { text: 'Old of the nurses.' }, fresh: { text: 'A new one.' }, prompt: '' },
    { market: 'Bakers', old: { text: 'Old of the bakers.' }, fresh: { text: 'A new one.' }, prompt: '' },
  ]);
  const prompts = ai.stub.log.entries.slice(-2).map(({ prompt }) => prompt);
  expect(prompts).toEqual(['Say it anew for Night nurses.', 'Say it anew for Bakers.']);
  expect(window.store.getState().run).toEqual(before);
});

test('only runs that have an output of the step are counted for it', async () => {
  await actions().countTriable(step);
  expect(window.store.getState().triable).toEqual({ [step]: 0 });
  await haveRun('Bakers', 'Old.');
  await actions().countTriable(step);
  await actions().countTriable(stepAt(2));
  expect(window.store.getState().triable).toEqual({ [step]: 1, [stepAt(2)]: 0 });
});

test('what was chosen is counted for both prompts, and is there after a restart', async () => {
  await haveRun('Bakers', 'Old.');
  ai.stub.say('New.');
  await actions().startReplay(step, TEMPLATE, 1);
  const [replay] = replays();
  const runId = replay?.items[0]?.runId ?? '';
  await actions().markReplay(replay?.id ?? '', runId, 'new');
  window.kill();
  window = device.openWindow();
  await reach(device, window, 'idle');
  await actions().loadReplays();
  expect(replays()[0]?.items[0]).toMatchObject({ better: 'new', fresh: { text: 'New.' } });
  const old = replays()[0]?.items[0]?.oldTemplate ?? '';
  const scores = scoresOf(replays(), step, fingerprint);
  expect(scores.get(fingerprint(TEMPLATE))).toEqual({ won: 1, compared: 1 });
  expect(scores.get(old)).toEqual({ won: 0, compared: 1 });
  await actions().deleteReplay(replay?.id ?? '');
  await actions().loadReplays();
  expect(replays()).toEqual([]);
});

test('one that fails says why and is asked again alone, the others are not', async () => {
  await haveRun('Bakers', 'Old.');
  await haveRun('Night nurses', 'Old too.');
  ai.stub.plan('forbidden');
  ai.stub.say('New.');
  await actions().startReplay(step, TEMPLATE, 2);
  expect(replays()[0]?.items.map(({ fresh, fault }) => [fresh?.text ?? null, fault === null])).toEqual([
    [null, false],
    ['New.', true],
  ]);
  const already = asked();
  ai.stub.say('New at last.');
  await actions().continueReplay(replays()[0]?.id ?? '');
  expect(asked() - already).toBe(1);
  expect(replays()[0]?.items.map(({ fresh }) => fresh?.text)).toEqual(['New at last.', 'New.']);
});

test('a window that is killed in the middle goes on where it was, and what was under way is bought once', async () => {
  await haveRun('Bakers', 'Old.');
  await haveRun('Night nurses', 'Old too.');
  const already = asked();
  // The first answer does not end before the window is killed.
  const long = 'New. '.repeat(2000).trim();
  ai.stub.say(long);
  ai.stub.setDelay(20);
  void actions().startReplay(step, TEMPLATE, 2);
  await until(device, () => asked() > already);
  window.kill();
  ai.stub.setDelay(0);
  window = device.openWindow();
  await reach(device, window, 'idle');
  await actions().loadReplays();
  const [replay] = replays();
  expect(replay && isUnfinished(replay)).toBe(true);
  await actions().continueReplay(replay?.id ?? '');
  expect(asked() - already).toBe(2);
  expect(replays()[0]?.items.map(({ fresh }) => fresh?.text)).toEqual([long, long]);
});
