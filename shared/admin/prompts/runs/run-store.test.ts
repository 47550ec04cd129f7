import { beforeEach, describe, expect, test } from 'vitest';
import { outputOf, stepRecord } from '#shared/workflow/run.ts';
import { shippedIds, stepAt } from '#shared/workflow/testing/step-at.ts';
import { openNewDraft, readValues } from '#shared/workspace/post-draft.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';
import { longTest } from '#tests/long-test.ts';
import { shareOf } from '#tests/share.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { beginRun, reach, type TestDevice, testForm, until } from '../testing/run-test-device.ts';

let ai: PromptsApp;
let device: TestDevice;
sharedByFile(
  async () => {
    ai = await startPromptsApp();
  },
  () => ai.close(),
);
beforeEach(() => {
  ai.beginMinute();
  device = ai.newDevice();
});

/** Returns the values with which the post form opens. */
const formOf = async (id: string) => readValues(openNewDraft(id, await device.disk.load(id)));
const asked = () => ai.stub.log.entries.map(({ prompt }) => prompt);

const begin = () => beginRun(device);

test('a run goes from the target market to the draft in the post form, each step bought once', async () => {
  const window = begin();
  await reach(device, window, 'submitting', 'done');
  const { run, drafts } = window.store.getState();
  expect(shippedIds.every((step) => outputOf(run, step))).toBe(true);
  expect(asked()).toHaveLength(9);
  expect(drafts.length).toBeGreaterThanOrEqual(2);
  expect(window.notices.map(({ title }) => title)).toEqual([
    ...Array(7).fill('AI Response Generated'),
    'Step 8 Complete!',
    'AI Response Generated',
    'Workflow Complete!',
  ]);
  await until(device, () => window.goneTo.length > 0);
  expect(window.goneTo).toEqual([{ kind: 'draft', id: expect.stringMatching(/^draft:new-/) }]);
  await reach(device, window, 'done');
  const [{ id } = { id: '' }] = window.goneTo.flatMap((to) => (to.kind === 'draft' ? [to] : []));
  expect(window.store.takeSubmit(id)).toBe(`${run.id}-publish`);
  expect(window.store.takeSubmit(id)).toBeNull();
  const { published, publishedAt } = await formOf(id);
  expect(published).toBe(true);
  expect(Math.abs(Date.parse(publishedAt ?? '') - device.clock.now())).toBeLessThan(10_000);
  await window.store.close();
});

describe('a window that is killed', () => {
  test.each(shareOf([1, 4, 8, 9], 4))(
    'in the middle of step %i leaves a run that goes on, and buys nothing twice',
    async (step) => {
      const first = begin();
      await until(device, () => {
        const { state } = first.store.getState().run;
        return state.kind === 'running' && state.step === stepAt(step);
      });
      await device.clock.pass(600);
      first.kill();
      const second = device.openWindow();
      await reach(device, second, 'done');
      const { run } = second.store.getState();
      expect(shippedIds.every((number) => outputOf(run, number))).toBe(true);
      expect(new Set(asked()).size).toBe(9);
      expect(asked()).toHaveLength(9);
      await second.store.close();
    },
  );
});

test('stop ends the call at the provider at once, and nothing more is asked', async () => {
  ai.stub.plan('hang-midway');
  const window = begin();
  await until(device, () => (stepRecord(window.store.getState().run, stepAt(1)).attempts[0]?.output ?? '') !== '');
  window.store.actions.stop();
  expect(window.store.getState().run.state.kind).toBe('stopped');
  await ai.stub.log.until(({ end }) => end === 'closed by client');
  await device.clock.pass(5000);
  expect(asked()).toHaveLength(1);
  // Run All Steps continues with a new attempt: it is known that the stopped attempt brought no answer.
  window.store.actions.runAll();
  await until(device, () => stepRecord(window.store.getState().run, stepAt(1)).current !== null);
  expect(asked()[1]).toBe(asked()[0]);
  await window.store.close();
});

test('a lost network is told once; the run goes on by itself when it is back, and the call is not bought again', async () => {
  ai.stub.plan('slow');
  const window = begin();
  await until(device, () => (stepRecord(window.store.getState().run, stepAt(1)).attempts[0]?.output ?? '') !== '');
  device.isOnline = false;
  await ai.app.http.close();
  await reach(device, window, 'offline');
  await device.clock.pass(60_000);
  expect(window.store.getState().run.state.kind).toBe('offline');
  expect(window.notices.filter(({ description }) => description.startsWith('No connection'))).toHaveLength(1);
  // The server is restarted, which ended the call, so the step is bought once more.
  const { stub } = ai;
  ai = await startPromptsApp({ stub, folder: ai.app.folder });
  Object.assign(device, { address: ai.address, cookie: ai.cookie, isOnline: true });
  await reach(device, window, 'done');
  expect(new Set(asked()).size).toBe(9);
  expect(asked()).toHaveLength(10);
  await window.store.close();
});

test('an ended session asks to sign in, and the run goes on with the same call', async () => {
  const window = begin();
  await reach(device, window, 'waiting');
  let signedOut = 0;
  window.store.onSignedOut(() => {
    signedOut += 1;
  });
  device.cookie = '';
  await reach(device, window, 'signed-out');
  expect(signedOut).toBeGreaterThan(0);
  device.cookie = ai.cookie;
  window.store.actions.signedIn();
  await reach(device, window, 'done');
  expect(asked()).toHaveLength(9);
  await window.store.close();
});

describe('two windows', () => {
  test('one runs and the other watches; "Continue here" changes the roles, and nothing is bought twice', async () => {
    const first = begin();
    await until(device, () => stepRecord(first.store.getState().run, stepAt(2)).current !== null);
    const second = device.openWindow();
    await reach(device, second, 'watching');
    expect(second.store.getState()).toMatchObject({ isWatching: true, isUnderWay: true });
    expect(outputOf(second.store.getState().run, stepAt(2))).toBe(outputOf(first.store.getState().run, stepAt(2)));
    second.store.actions.takeOver();
    await until(device, () => !second.store.getState().isWatching);
    expect(first.store.getState().isWatching).toBe(true);
    await reach(device, second, 'done');
    expect(asked()).toHaveLength(9);
    await until(device, () => outputOf(first.store.getState().run, stepAt(9)) !== null);
    expect(first.store.getState().isWatching).toBe(true);
    await first.store.close();
    await second.store.close();
  });

  test('the one that watches stops it with one press, and nothing more is bought', async () => {
    const first = begin();
    await until(device, () => stepRecord(first.store.getState().run, stepAt(2)).current !== null);
    const second = device.openWindow();
    await reach(device, second, 'watching');
    second.store.actions.stop();
    await reach(device, second, 'stopped');
    expect(second.store.getState()).toMatchObject({ isWatching: false, isUnderWay: false });
    const bought = asked().length;
    expect(bought).toBeLessThan(9);
    await device.clock.pass(10_000);
    expect(asked()).toHaveLength(bought);
    expect(first.store.getState()).toMatchObject({ isUnderWay: false });
    await first.store.close();
    await second.store.close();
  });

  test('the one that watches goes on when the other is closed', async () => {
    const first = begin();
    const second = device.openWindow();
    await until(device, () => stepRecord(first.store.getState().run, stepAt(1)).current !== null);
    await reach(device, second, 'watching');
    first.kill();
    await reach(device, second, 'done');
    expect(asked()).toHaveLength(9);
    await second.store.close();
  });
});

test('with a full disk nothing is asked for until there is room', async () => {
  const window = device.openWindow();
  await reach(device, window, 'idle');
  window.store.actions.setForm(testForm);
  device.disk.fail(new Error('The disk is full'));
  window.store.actions.runAll();
  await until(device, () => window.store.getState().diskFault !== null);
  expect(window.store.getState().diskFault).toBe('The disk is full');
  await device.clock.pass(5000);
  expect(asked()).toEqual([]);
  device.disk.fail(null);
  await until(device, () => stepRecord(window.store.getState().run, stepAt(1)).current !== null);
  expect(window.store.getState().diskFault).toBeNull();
  expect(asked().length).toBeGreaterThan(0);
  await window.store.close();
});

test('a run that was stopped while the disk was waited for buys nothing', async () => {
  const window = device.openWindow();
  await reach(device, window, 'idle');
  window.store.actions.setForm(testForm);
  device.disk.fail(new Error('The disk is full'));
  window.store.actions.runAll();
  await until(device, () => window.store.getState().diskFault !== null);
  window.store.actions.stop();
  device.disk.fail(null);
  await device.clock.pass(20_000);
  expect(window.store.getState().run.state.kind).toBe('stopped');
  expect(asked()).toEqual([]);
  await window.store.close();
});

test('reset begins a new run; the old one is in the run list and can be opened again', async () => {
  const window = begin();
  await until(device, () => stepRecord(window.store.getState().run, stepAt(2)).current !== null);
  const { id } = window.store.getState().run;
  window.store.actions.reset();
  expect(window.store.getState().run.id).not.toBe(id);
  await window.store.flush();
  await window.store.actions.loadRuns();
  expect(window.store.getState().runs).toMatchObject([{ id, completed: expect.any(Number), isShown: false }]);
  await window.store.actions.openRun(id);
  expect(window.store.getState().run.id).toBe(id);
  expect(outputOf(window.store.getState().run, stepAt(1))).not.toBeNull();
  expect(window.store.getState().isUnderWay).toBe(false);
  await window.store.close();
});

test('an output that is hostile does no harm, and is inserted as it is', async () => {
  ai.stub.plan('hostile');
  const window = device.openWindow();
  window.store.actions.setForm(testForm);
  window.store.actions.runStep(stepAt(1));
  await until(device, () => stepRecord(window.store.getState().run, stepAt(1)).current !== null);
  const output = outputOf(window.store.getState().run, stepAt(1)) ?? '';
  expect(output).toContain('<script>');
  expect(output).toContain('{{draftBlogs}} $&');
  window.store.actions.runStep(stepAt(2));
  await until(
    device,
    () => asked().length === 2,
    () => window.notices.at(-1)?.description ?? 'never',
  );
  expect(asked()[1]).toContain(output);
  window.kill();
  const again = device.openWindow();
  await reach(device, again, 'idle');
  expect(outputOf(again.store.getState().run, stepAt(1))).toBe(output);
  await again.store.close();
});

longTest('an output of megabytes is kept as far as the server takes it, and the next window has it', async () => {
  ai.stub.plan('huge');
  const window = device.openWindow();
  window.store.actions.setForm(testForm);
  window.store.actions.runStep(stepAt(1));
  await reach(device, window, 'failed');
  const [attempt] = stepRecord(window.store.getState().run, stepAt(1)).attempts;
  expect(attempt?.output.length).toBeGreaterThanOrEqual(1_000_000);
  expect(window.notices.at(-1)?.description).toMatch(/^The answer was cut off/);
  await window.store.flush();
  window.kill();
  const again = device.openWindow();
  await reach(device, again, 'failed');
  expect(stepRecord(again.store.getState().run, stepAt(1)).attempts[0]?.output === attempt?.output).toBe(true);
  await again.store.close();
});
