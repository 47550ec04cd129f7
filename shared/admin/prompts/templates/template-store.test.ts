import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { listPromptTemplates, listPromptVersions } from '#shared/contract/prompts.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';
import { openAtRest, reach, type TestDevice, type TestWindow, until } from '../testing/run-test-device.ts';

let ai: PromptsApp;
let device: TestDevice;
let window: TestWindow;
beforeAll(async () => {
  ai = await startPromptsApp();
});
afterAll(() => ai.close());
beforeEach(async () => {
  device = ai.newDevice();
  window = await openAtRest(device);
});
afterEach(async () => {
  device.isOnline = true;
  await actions().resetCustomPrompts();
  await window.store.close();
});

const actions = () => window.store.actions;
const stored = async (step: number) => (await ai.client.call(listPromptTemplates))[step - 1]?.prompt;
const lastNotice = () => window.notices.at(-1)?.title;

test('a prompt that is saved goes before the template, here and on the server, and is mirrored', async () => {
  await actions().refresh();
  expect(actions().promptOf(stepAt(3))).toBe(DEFAULT_PROMPTS['emotional-truths']);
  expect(await actions().savePrompt(stepAt(3), 'My own prompt for {{targetMarket}}')).toBe(true);
  expect(lastNotice()).toBe('Prompt Saved');
  expect(actions().promptOf(stepAt(3))).toBe('My own prompt for {{targetMarket}}');
  expect(await stored(3)).toBe('My own prompt for {{targetMarket}}');
  await device.clock.pass(1500);
  expect(JSON.parse(device.keys.get('customPrompts') ?? '{}')).toEqual({ 3: 'My own prompt for {{targetMarket}}' });
});

test('templates are asked for once in five minutes, however often the tab is opened', async () => {
  const fetches = () => device.calls.filter((call) => call === 'GET /api/prompt-templates').length;
  await actions().refresh();
  await device.clock.pass(299_000);
  await actions().refresh();
  expect(fetches()).toBe(1);
  await device.clock.pass(1000);
  await actions().refresh();
  expect(fetches()).toBe(2);
});

test('the list of templates is fetched again after a prompt was saved', async () => {
  await actions().refresh();
  const before = device.calls.length;
  expect(await actions().savePrompt(stepAt(3), 'Mine')).toBe(true);
  expect(device.calls.slice(before)).toEqual(['PUT /api/prompt-templates/3', 'GET /api/prompt-templates']);
  expect(window.store.getState().templates?.[2]?.prompt).toBe('Mine');
});

test('a prompt that is saved offline is kept, survives a reload, and is sent when the server is back', async () => {
  device.isOnline = false;
  expect(await actions().savePrompt(stepAt(2), 'Written on a train')).toBe(true);
  window.kill();
  window = device.openWindow();
  await reach(device, window, 'idle');
  expect(actions().promptOf(stepAt(2))).toBe('Written on a train');
  expect(await stored(2)).toBe(DEFAULT_PROMPTS['problem-goal-benefit']);
  device.isOnline = true;
  await actions().refresh();
  expect(await stored(2)).toBe('Written on a train');
});

test('reset brings the shipped prompt back on both sides', async () => {
  await actions().savePrompt(stepAt(4), 'Mine');
  expect(await actions().resetPrompt(stepAt(4))).toBe(true);
  expect(lastNotice()).toBe('Prompt Reset');
  await actions().refresh();
  expect(actions().promptOf(stepAt(4))).toBe(DEFAULT_PROMPTS['seo-strategies']);
  expect(window.store.getState().customPrompts).toEqual({});
});

test('Reset Custom Prompts does so for all nine', async () => {
  await actions().savePrompt(stepAt(1), 'Mine');
  await actions().savePrompt(stepAt(9), 'Mine too');
  expect(await actions().resetCustomPrompts()).toBe(true);
  expect(lastNotice()).toBe('Custom Prompts Cleared');
  expect(await stored(9)).toBe(DEFAULT_PROMPTS['refined-blog']);
  window.kill();
  window = device.openWindow();
  await reach(device, window, 'idle');
  expect(window.store.getState().customPrompts).toEqual({});
});

test('a reset that cannot reach the server says so and changes nothing here', async () => {
  await actions().savePrompt(stepAt(5), 'Mine');
  device.isOnline = false;
  expect(await actions().resetPrompt(stepAt(5))).toBe(false);
  expect(window.notices.at(-1)).toMatchObject({
    title: 'Reset Failed',
    description: 'Failed to reset prompt. Please try again.',
  });
  expect(actions().promptOf(stepAt(5))).toBe('Mine');
});

test('a prompt the server would refuse is told as failed, with the limit, and nothing of it is kept here', async () => {
  await actions().refresh();
  expect(await actions().savePrompt(stepAt(6), 'x'.repeat(200_001))).toBe(false);
  expect(window.notices.at(-1)).toMatchObject({
    title: 'Save Failed',
    description: 'At most 200,000 characters, please.',
  });
  expect(actions().promptOf(stepAt(6))).toBe(DEFAULT_PROMPTS.keywords);
  await device.clock.pass(1500);
  expect(device.keys.get('customPrompts') ?? null).toBeNull();
  expect(await actions().savePrompt(stepAt(6), 'x'.repeat(200_000))).toBe(true);
});

test('another window has the prompt at once', async () => {
  const other = device.openWindow();
  await reach(device, other, 'watching');
  await actions().savePrompt(stepAt(7), 'Seen in both');
  await until(device, () => other.store.getState().customPrompts[stepAt(7)] === 'Seen in both');
  await other.store.close();
});

test('form values, step names and the switch are remembered, and the first two mirrored', async () => {
  actions().setForm({ targetMarket: 'Anglers' });
  actions().renameStep(stepAt(1), '  Who reads  ');
  actions().setAutoPublish(false);
  await device.clock.pass(2000);
  expect(JSON.parse(device.keys.get('chainedPromptsFormValues') ?? '{}')).toMatchObject({
    targetMarket: 'Anglers',
    productApp: 'Pole Fitness Classes',
  });
  expect(JSON.parse(device.keys.get('customStepNames') ?? '{}')).toEqual({ 1: 'Who reads' });
  window.kill();
  window = device.openWindow();
  await reach(device, window, 'idle');
  expect(window.store.getState()).toMatchObject({
    form: { targetMarket: 'Anglers', productAppUrl: 'http://site.test/pole-dancing-classes-near-me-st-pete' },
    stepNames: { [stepAt(1)]: 'Who reads' },
    isAutoPublish: false,
  });
});

test('a prompt with a name that its step cannot have is saved neither here nor there', async () => {
  await actions().refresh();
  const before = device.calls.length;
  expect(await actions().savePrompt(stepAt(3), 'For {{targetMraket}}')).toBe(false);
  expect(window.notices.at(-1)?.description).toContain('Did you mean {{targetMarket}}?');
  expect(device.calls.slice(before)).toEqual([]);
  expect(window.store.getState().customPrompts).toEqual({});
});

test('one that was stored before is kept and never sent, and holds up no other', async () => {
  device.keys.set('customPrompts', JSON.stringify({ 2: 'For {{targetMraket}}', 5: 'Titles for {{buyerAvatar}}' }));
  window.kill();
  window = device.openWindow();
  await reach(device, window, 'idle');
  await until(device, () => Object.keys(window.store.getState().customPrompts).length === 2);
  await actions().refresh();
  expect(await stored(2)).toBe(DEFAULT_PROMPTS['problem-goal-benefit']);
  expect(await stored(5)).toBe('Titles for {{buyerAvatar}}');
  const asked = ai.stub.log.entries.length;
  actions().setForm({ targetMarket: 'Gardeners' });
  actions().runAll();
  await until(device, () => window.notices.at(-1)?.title === 'Nothing was sent');
  expect(window.notices.at(-1)?.description).toMatch(/^The prompt of step 2: {{targetMraket}} is not a placeholder/);
  expect(window.store.getState().run.state.kind).toBe('idle');
  expect(ai.stub.log.entries).toHaveLength(asked);
  expect(actions().promptOf(stepAt(2))).toBe('For {{targetMraket}}');
});

test('a note that was written offline goes to the server with its prompt', async () => {
  const newest = async () => (await ai.client.call(listPromptVersions, { params: { stepNumber: 6 } }))[0];
  device.isOnline = false;
  await actions().savePrompt(stepAt(6), 'Keywords of {{finalTitles}}', 'Shorter');
  device.isOnline = true;
  await actions().refresh();
  expect(await newest()).toMatchObject({ prompt: 'Keywords of {{finalTitles}}', note: 'Shorter' });
  await actions().savePrompt(stepAt(6), 'Phrases of {{finalTitles}}');
  expect(await newest()).toMatchObject({ prompt: 'Phrases of {{finalTitles}}', note: '' });
});
