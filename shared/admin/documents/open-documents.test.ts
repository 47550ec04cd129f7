import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createIndexedDbStore } from '#server/admin/browser/indexeddb-store.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import type { DocumentStore, ForeignChange } from '#shared/workspace/store-port.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { type DocumentChannel, documentChannel } from '../document-channel.ts';
import { createTestClock } from '../editor/test-clock.ts';
import type { WindowChannel } from '../ports.ts';
import { createOpenDocuments } from './open-documents.ts';

const clock = createTestClock();

/** Makes one channel; returns the ends of two windows. */
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
const inTwoWindows = (store: DocumentStore) => {
  const [here, there] = channelPair();
  const open = (channel: DocumentChannel) => createOpenDocuments({ store, clock, timers: clock, channel });
  return [open(here), open(there)] as const;
};

test('what is kept is on the disk, whole, for the next window', async () => {
  const [here, there] = inTwoWindows(createIndexedDbStore('open-documents-test'));
  const document = await here.open('prompt', 'prompt:0');
  document.setText('prompt', 'Half an 🙂');
  await here.keep(document);
  document.setText('prompt', 'Half an 🙂 and the rest');
  await here.keep(document);
  const read = await there.open('prompt', 'prompt:0');
  expect(read.text('prompt')).toBe('Half an 🙂 and the rest');
});

test('a growing text is written as what was added to it', async () => {
  const store = createMemoryStore();
  const sizes: number[] = [];
  const [here] = inTwoWindows({
    ...store,
    append(name, update) {
      sizes.push(update.length);
      return store.append(name, update);
    },
  });
  const document = await here.open('run', 'run:b');
  document.change('program', () => document.setText('output:1:1', 'x'.repeat(100_000)));
  await here.keep(document);
  document.change('program', () => document.setText('output:1:1', `${'x'.repeat(100_000)} and some more`));
  await here.keep(document);
  expect(sizes[0]).toBeGreaterThan(100_000);
  expect(sizes[1]).toBeLessThan(300);
});

test('what could not be kept is kept with the next try, and none of it twice', async () => {
  const store = createMemoryStore();
  const [here, there] = inTwoWindows(store);
  const document = await here.open('preferences', 'preferences:test');
  document.setField('a', 1);
  store.fail(new Error('full'));
  await expect(here.keep(document)).rejects.toThrow('Not kept on this computer');
  document.setField('b', 2);
  store.fail(null);
  await here.keep(document);
  await here.keep(document);
  expect(await store.load('preferences:test')).toHaveLength(1);
  expect((await there.open('preferences', 'preferences:test')).fields()).toEqual({ a: 1, b: 2 });
});

test('the other window has it at once, and hears of a removal', async () => {
  const [here, there] = inTwoWindows(createMemoryStore());
  const heard: ForeignChange[] = [];
  there.onForeign((change) => heard.push(change));
  const theirs = await there.open('prompt', 'prompt:1');
  const mine = await here.open('prompt', 'prompt:1');
  mine.setText('prompt', 'Words');
  await here.keep(mine);
  await expect.poll(() => theirs.text('prompt')).toBe('Words');
  expect(await here.remove(mine)).toBe('removed');
  await expect.poll(() => heard.map(({ isRemoved }) => isRemoved)).toEqual([false, true]);
});

test('what another device wrote is there at once, also when only the store has it', async () => {
  const store = createMemoryStore();
  const [told, teller] = channelPair();
  const documents = createOpenDocuments({ store, clock, timers: clock, channel: told });
  const here = await documents.open('prompt', 'prompt:2');
  const heard: ForeignChange[] = [];
  documents.onForeign((change) => heard.push(change));
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
  const documents = createOpenDocuments({ store, clock, timers: clock, channel: told });
  const here = await documents.open('prompt', 'prompt:3');
  here.setText('prompt', 'First words');
  await documents.keep(here);
  const heard: ForeignChange[] = [];
  documents.onForeign((change) => heard.push(change));
  await store.remove(tombstoneOf(here, clock.now()));
  await store.purge(clock.now() + 1);
  teller.tell({ id: 'prompt:3', kind: 'prompt', update: null, isRemoved: true });
  await expect.poll(() => heard.length).toBe(1);
  here.setText('prompt', 'First words, and more');
  await documents.keep(here);
  const again = await createOpenDocuments({ store, clock, timers: clock, channel: channelPair()[0] }).open(
    'prompt',
    'prompt:3',
  );
  expect(again.text('prompt')).toBe('First words, and more');
});
