import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createIndexedDbStore } from '#server/admin/browser/indexeddb-store.ts';
import { newRun } from '#shared/workflow/run.ts';
import { transition } from '#shared/workflow/run-engine.ts';
import type { RunEvent } from '#shared/workflow/run-states.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import type { DocumentStore, ForeignChange } from '#shared/workspace/store-port.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { type DocumentChannel, documentChannel } from '../document-channel.ts';
import { createTestClock } from '../editor/test-clock.ts';
import type { WindowChannel } from '../ports.ts';
import { runDocumentId, runIn, writeRun } from '../prompts/runs/run-document.ts';
import { testForm } from '../prompts/testing/run-test-device.ts';
import { createOpenDocuments } from './open-documents.ts';

const clock = createTestClock();

/** Two windows' ends of one channel. */
function channelPair(): [DocumentChannel, DocumentChannel] {
  const listeners = [new Set<(message: unknown) => void>(), new Set<(message: unknown) => void>()] as const;
  const end = (own: 0 | 1, other: 0 | 1): WindowChannel => ({
    post(message) {
      for (const listener of listeners[other]) listener(structuredClone(message));
    },
    listen(listener) {
      listeners[own].add(listener);
      return () => listeners[own].delete(listener);
    },
    close: () => undefined,
  });
  return [documentChannel(end(0, 1)), documentChannel(end(1, 0))];
}
const desks = (store: DocumentStore) =>
  channelPair().map((channel) => createOpenDocuments({ store, clock, timers: clock, channel }));

test('what is kept is on the disk, whole, for the next window', async () => {
  const store = createIndexedDbStore('desk-test');
  const [desk, other] = desks(store);
  let run = newRun('a-run', testForm, WORKFLOW_STEPS);
  const send = (event: RunEvent) => {
    run = transition(run, event, { now: clock.now(), promptOf: () => 'Prompt', isAutoPublish: false }).run;
  };
  send({ type: 'run-all', form: testForm, runId: 'next' });
  const document = await desk?.open('run', runDocumentId('a-run'));
  if (!document) throw new Error('No document');
  writeRun(document, run, null);
  await desk?.keep(document);
  const before = run;
  send({ type: 'progress', key: 'a-run-step-1-1', output: 'Half an 🙂' });
  writeRun(document, run, before);
  await desk?.keep(document);
  const read = await other?.open('run', runDocumentId('a-run'));
  expect(read && runIn(read, WORKFLOW_STEPS)).toEqual(run);
});

test('a growing output is written as what was added to it', async () => {
  const store = createMemoryStore();
  const sizes: number[] = [];
  const desk = createOpenDocuments({
    store: {
      ...store,
      append(name, update) {
        sizes.push(update.length);
        return store.append(name, update);
      },
    },
    clock,
    timers: clock,
    channel: channelPair()[0],
  });
  const document = await desk.open('run', runDocumentId('b-run'));
  document.change('program', () => document.setText('output:1:1', 'x'.repeat(100_000)));
  await desk.keep(document);
  document.change('program', () => document.setText('output:1:1', `${'x'.repeat(100_000)} and some more`));
  await desk.keep(document);
  expect(sizes[0]).toBeGreaterThan(100_000);
  expect(sizes[1]).toBeLessThan(300);
});

test('what could not be kept is kept with the next try, and none of it twice', async () => {
  const store = createMemoryStore();
  const [desk, other] = desks(store);
  const document = await desk?.open('preferences', 'preferences:test');
  if (!desk || !document) throw new Error('No document');
  document.setField('a', 1);
  store.fail(new Error('full'));
  await expect(desk.keep(document)).rejects.toThrow('Not kept on this computer');
  document.setField('b', 2);
  store.fail(null);
  await desk.keep(document);
  await desk.keep(document);
  expect(await store.load('preferences:test')).toHaveLength(1);
  expect((await other?.open('preferences', 'preferences:test'))?.fields()).toEqual({ a: 1, b: 2 });
});

test('the other window has it at once, and hears of a removal', async () => {
  const [desk, other] = desks(createMemoryStore());
  if (!desk || !other) throw new Error('No desks');
  const heard: ForeignChange[] = [];
  other.onForeign((change) => heard.push(change));
  const theirs = await other.open('prompt', 'prompt:1');
  const mine = await desk.open('prompt', 'prompt:1');
  mine.setText('prompt', 'Words');
  await desk.keep(mine);
  await expect.poll(() => theirs.text('prompt')).toBe('Words');
  expect(await desk.remove(mine)).toBe('removed');
  await expect.poll(() => heard.map(({ isRemoved }) => isRemoved)).toEqual([false, true]);
});

test('what another device wrote is there at once, also when only the store has it', async () => {
  const store = createMemoryStore();
  const [told, teller] = channelPair();
  const desk = createOpenDocuments({ store, clock, timers: clock, channel: told });
  const here = await desk.open('prompt', 'prompt:2');
  const heard: ForeignChange[] = [];
  desk.onForeign((change) => heard.push(change));
  const there = createOpenDocuments({ store, clock, timers: clock, channel: channelPair()[0] });
  const theirs = await there.open('prompt', 'prompt:2');
  theirs.setText('prompt', 'Their words');
  await there.keep(theirs);
  teller.tell({ id: 'prompt:2', kind: 'prompt', update: null, isRemoved: false });
  await expect.poll(() => heard.length).toBe(1);
  expect(here.text('prompt')).toBe('Their words');
});

test('a document that another device has removed is written whole when something is typed into it again', async () => {
  const store = createMemoryStore();
  const [told, teller] = channelPair();
  const desk = createOpenDocuments({ store, clock, timers: clock, channel: told });
  const here = await desk.open('prompt', 'prompt:3');
  here.setText('prompt', 'First words');
  await desk.keep(here);
  const heard: ForeignChange[] = [];
  desk.onForeign((change) => heard.push(change));
  await store.remove(tombstoneOf(here, clock.now()));
  await store.purge(clock.now() + 1);
  teller.tell({ id: 'prompt:3', kind: 'prompt', update: null, isRemoved: true });
  await expect.poll(() => heard.length).toBe(1);
  here.setText('prompt', 'First words, and more');
  await desk.keep(here);
  const again = await createOpenDocuments({ store, clock, timers: clock, channel: channelPair()[0] }).open(
    'prompt',
    'prompt:3',
  );
  expect(again.text('prompt')).toBe('First words, and more');
});
