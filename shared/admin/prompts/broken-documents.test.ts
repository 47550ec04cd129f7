import { afterAll, beforeAll, expect, test } from 'vitest';
import { outputOf } from '#shared/workflow/run.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';
import { openAtRest, reach, type TestDevice, testForm, until } from './testing/run-test-device.ts';

// Documents that another version of the program has written, or that a damaged disk returns.

let ai: PromptsApp;
beforeAll(async () => {
  ai = await startPromptsApp();
});
afterAll(() => ai.close());

const BROKEN = new Uint8Array([255, 255, 255, 255]);
const unread = 'Not all of it could be read';

/** Makes a device that has run step 8, with its drafts, and that holds a prompt of the owner's. */
async function usedDevice(): Promise<TestDevice> {
  const device = ai.newDevice();
  const window = await openAtRest(device);
  window.store.actions.setForm(testForm);
  await window.store.actions.savePrompt(stepAt(2), 'Say something about {{targetMarket}}.');
  window.store.actions.runStep(stepAt(8));
  await until(device, () => window.store.getState().drafts.length > 0);
  await reach(device, window, 'idle');
  await window.store.close();
  return device;
}

test.each(['run', 'prompt', 'draft'] as const)(
  'a %s of which a part is broken is read as far as it goes, said, and kept; the others are whole',
  async (kind) => {
    const device = await usedDevice();
    const ids = await device.disk.list(kind);
    for (const id of ids) await device.disk.append({ id, kind }, BROKEN);
    await device.disk.append({ id: `${kind}:nothing-but-broken`, kind }, BROKEN);
    const window = await openAtRest(device);
    const { run, drafts, customPrompts } = window.store.getState();
    expect(outputOf(run, stepAt(8))).not.toBeNull();
    expect(drafts.length).toBeGreaterThan(0);
    expect(customPrompts[stepAt(2)]).toBe('Say something about {{targetMarket}}.');
    await window.store.actions.loadRuns();
    expect(window.store.getState().runs).toMatchObject([{ id: run.id }]);
    const told = window.notices.filter(({ title }) => title === unread);
    expect(told.length).toBeGreaterThan(0);
    expect(told[0]?.description).toContain(`A part of a ${kind} on this computer is damaged`);
    await window.store.close();
    for (const id of ids) expect(await device.disk.load(id)).toContainEqual(BROKEN);
  },
);
