import { beforeEach, expect, test } from 'vitest';
import { outputOf, stepRecord } from '#shared/workflow/run.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { type PromptsApp, startPromptsApp } from '#tests/ai-stub/prompts-app.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { beginRun, type TestDevice, type TestWindow } from '../testing/run-test-device.ts';

// One run on two devices that exchange their changes, against the real server and the stand-in provider.

let ai: PromptsApp;
let here: TestDevice;
let there: TestDevice;
const sent = new Set<string>();
sharedByFile(
  async () => {
    ai = await startPromptsApp();
  },
  () => ai.close(),
);
beforeEach(() => {
  ai.beginMinute();
  here = ai.newDevice();
  there = ai.newDevice();
  sent.clear();
});

const asked = () => ai.stub.log.entries.map(({ prompt }) => prompt);

/** Carries the changes of each device to the other, as the exchange does. */
async function exchange(): Promise<void> {
  for (const [from, to] of [
    [here, there],
    [there, here],
  ] as const) {
    const changes = await from.disk.unsent({ limit: 1000, bytes: 10_000_000, except: sent });
    for (const { changeId } of changes) sent.add(changeId);
    to.hear(await to.disk.receive(changes, { siteId: 'site', cursor: null, isEnd: false }));
  }
}

/** Lets time pass on both devices, with exchanges, until the condition holds. */
async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 15_000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error('never');
    await Promise.all([here.clock.pass(50), there.clock.pass(50)]);
    await exchange();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const stateOf = ({ store }: TestWindow) => store.getState();

/** Opens a run that one device drives on the other device, from the list of runs. */
async function openOnBoth(): Promise<{ mine: TestWindow; theirs: TestWindow }> {
  const mine = beginRun(here);
  const theirs = there.openWindow();
  await until(() => stepRecord(stateOf(mine).run, stepAt(2)).current !== null && stateOf(theirs).isOpen);
  await theirs.store.actions.loadRuns();
  await theirs.store.actions.openRun(stateOf(mine).run.id);
  return { mine, theirs };
}

test('a run is on every device as it goes on, and only the one that started it drives it', async () => {
  const { mine, theirs } = await openOnBoth();
  expect(stateOf(theirs)).toMatchObject({ isWatching: true, isOnOtherDevice: true });
  await until(() => stateOf(mine).run.state.kind === 'done' && outputOf(stateOf(theirs).run, stepAt(9)) !== null);
  expect(asked()).toHaveLength(9);
  expect(outputOf(stateOf(theirs).run, stepAt(9))).toBe(outputOf(stateOf(mine).run, stepAt(9)));
  await until(() => stateOf(theirs).drafts.length === stateOf(mine).drafts.length);
  // A run at rest may be continued on any device that shows it.
  await until(() => !stateOf(theirs).isWatching);
  await mine.store.close();
  await theirs.store.close();
});

test('"Continue here" takes it over from a device, and nothing is bought twice', async () => {
  const { mine, theirs } = await openOnBoth();
  theirs.store.actions.takeOver();
  await until(() => !stateOf(theirs).isWatching && stateOf(mine).isWatching);
  expect(stateOf(mine).isOnOtherDevice).toBe(true);
  await until(() => stateOf(theirs).run.state.kind === 'done' && outputOf(stateOf(mine).run, stepAt(9)) !== null);
  expect(new Set(asked()).size).toBe(9);
  expect(asked()).toHaveLength(9);
  expect(outputOf(stateOf(mine).run, stepAt(9))).toBe(outputOf(stateOf(theirs).run, stepAt(9)));
  await mine.store.close();
  await theirs.store.close();
});

test('of two prompts saved for one step on two devices one counts on both, and the other stands in its editor', async () => {
  const mine = here.openWindow();
  const theirs = there.openWindow();
  await until(() => stateOf(mine).isOpen && stateOf(theirs).isOpen);
  here.isOnline = false;
  there.isOnline = false;
  await mine.store.actions.savePrompt(stepAt(3), 'Written here');
  await theirs.store.actions.savePrompt(stepAt(3), 'Written there');
  await until(
    () =>
      stateOf(mine).unsavedPrompts[stepAt(3)] !== undefined && stateOf(theirs).unsavedPrompts[stepAt(3)] !== undefined,
  );
  const { customPrompts, unsavedPrompts } = stateOf(mine);
  expect(stateOf(theirs)).toMatchObject({ customPrompts, unsavedPrompts });
  expect(new Set([customPrompts[stepAt(3)], unsavedPrompts[stepAt(3)]])).toEqual(
    new Set(['Written here', 'Written there']),
  );
  expect(mine.store.actions.promptOf(stepAt(3))).toBe(customPrompts[stepAt(3)]);
  const told = [...mine.notices, ...theirs.notices].map(({ title }) => title);
  expect(told).toContain('Step 3 has two prompts');
  await mine.store.close();
  await theirs.store.close();
});

test('a list of runs that was empty when it was asked for follows what comes from other devices', async () => {
  const theirs = there.openWindow();
  await until(() => stateOf(theirs).isOpen);
  await theirs.store.actions.loadRuns();
  expect(stateOf(theirs).runs).toEqual([]);
  const mine = beginRun(here);
  await until(() => stateOf(theirs).runs?.[0]?.id === stateOf(mine).run.id);
  await mine.store.close();
  await theirs.store.close();
});

test('whoever watches another device may turn to another run', async () => {
  const { mine, theirs } = await openOnBoth();
  const own = stateOf(mine).run.id;
  await until(() => (stateOf(theirs).runs?.length ?? 0) > 0);
  mine.store.actions.stop();
  await until(() => !stateOf(theirs).isWatching);
  theirs.store.actions.reset();
  expect(stateOf(theirs).run.id).not.toBe(own);
  expect(stateOf(mine).run.id).toBe(own);
  await mine.store.close();
  await theirs.store.close();
});
