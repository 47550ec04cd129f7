import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';
import { openAtRest, type TestDevice, until } from '../testing/run-test-device.ts';

let ai: PromptsApp;
let device: TestDevice;
beforeAll(async () => {
  ai = await startPromptsApp();
});
afterAll(() => ai.close());
beforeEach(() => {
  device = ai.newDevice();
});

test('what was typed into a prompt editor and not saved is there after a crash, and is no custom prompt', async () => {
  const first = await openAtRest(device);
  await first.store.actions.refresh();
  const template = first.store.actions.promptOf(stepAt(2));
  first.store.actions.setUnsavedPrompt(stepAt(2), 'Half a');
  first.store.actions.setUnsavedPrompt(stepAt(2), 'Half a prompt 🙂');
  expect(first.store.getState().unsavedPrompts).toEqual({ [stepAt(2)]: 'Half a prompt 🙂' });
  await device.clock.pass(600);
  first.kill();
  const second = await openAtRest(device);
  expect(second.store.getState()).toMatchObject({
    unsavedPrompts: { [stepAt(2)]: 'Half a prompt 🙂' },
    customPrompts: {},
  });
  await second.store.actions.refresh();
  expect(second.store.actions.promptOf(stepAt(2))).toBe(template);
  await second.store.close();
});

test('once it is saved or given up it is forgotten, here and after a crash', async () => {
  const first = await openAtRest(device);
  first.store.actions.setUnsavedPrompt(stepAt(3), 'Away with it');
  await device.clock.pass(600);
  first.store.actions.setUnsavedPrompt(stepAt(3), null);
  expect(first.store.getState().unsavedPrompts).toEqual({});
  await device.clock.pass(600);
  first.kill();
  const second = await openAtRest(device);
  expect(second.store.getState().unsavedPrompts).toEqual({});
  await second.store.close();
});

test('a page that goes writes the last keys, and the other window shows them', async () => {
  const first = await openAtRest(device);
  const second = await openAtRest(device);
  first.store.actions.setUnsavedPrompt(stepAt(4), 'The last keys');
  await first.store.flush();
  await until(device, () => second.store.getState().unsavedPrompts[stepAt(4)] === 'The last keys');
  await first.store.close();
  await second.store.close();
});

test('what two windows type into the same text within one half second is there in both', async () => {
  const first = await openAtRest(device);
  const second = await openAtRest(device);
  first.store.actions.setUnsavedPrompt(stepAt(5), 'Words');
  await until(device, () => second.store.getState().unsavedPrompts[stepAt(5)] === 'Words');
  first.store.actions.setUnsavedPrompt(stepAt(5), 'Words and more');
  second.store.actions.setUnsavedPrompt(stepAt(5), 'New Words');
  const texts = () => [first, second].map((window) => window.store.getState().unsavedPrompts[stepAt(5)]);
  await until(
    device,
    () => texts().every((text) => text === 'New Words and more'),
    () => texts().join(' | '),
  );
  await first.store.close();
  await second.store.close();
});
