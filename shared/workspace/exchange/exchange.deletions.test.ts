import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemoryStore } from '../memory-store.ts';
import { createTestDevice, createTestTime, type TestDevice } from './test-device.ts';
import { createTestServer, type TestServer } from './test-server.ts';

const rest = () => new Promise<void>((resolve) => setImmediate(resolve));
const time = createTestTime(rest);
const devices: TestDevice[] = [];
let server: TestServer;

beforeEach(() => {
  server = createTestServer();
});
afterEach(async () => {
  for (const { exchange } of devices.splice(0)) await exchange.stop();
});

async function started(store = createMemoryStore()): Promise<TestDevice> {
  const made = createTestDevice(server.api(), time, { store });
  devices.push(made);
  made.exchange.start();
  await time.pass(0);
  return made;
}

/** Starts two devices with this number of drafts and one prompt. */
async function two(drafts: number) {
  const here = await started();
  const there = await started();
  for (let number = 0; number < drafts; number += 1) await here.type(`draft:${number}`, `word${number}`);
  await here.type('prompt:1', 'mine');
  await time.pass(5000);
  return { here, there };
}
async function removeDrafts(device: TestDevice, from: number, to: number, pause = 0): Promise<void> {
  for (let number = from; number < to; number += 1) {
    await device.remove(`draft:${number}`);
    await time.pass(pause);
  }
  await time.pass(5000);
}

test('deletions that would empty a list wait for the owner, what is written here goes on; with yes they are carried out', async () => {
  const { here, there } = await two(3);
  await removeDrafts(there, 0, 3);
  expect(here.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: 3, of: 3 }]);
  expect(await here.store.list('draft')).toHaveLength(3);
  const asked = here.exchange.state().deletions;
  await here.type('prompt:1', 'more');
  await here.exchange.syncNow();
  await time.pass(5000);
  expect(await there.content('prompt:1')).toBe('mine more');
  expect(here.exchange.state().deletions).toBe(asked);

  await here.exchange.answerDeletions('of another question', 'delete');
  expect(await here.store.list('draft')).toHaveLength(3);
  await here.answer('delete');
  expect(await here.all()).toEqual({ 'prompt:1': 'mine more' });
  expect(here.exchange.state()).toMatchObject({ deletions: null, status: 'on-the-server' });
});

test('what the owner keeps lives everywhere again', async () => {
  const { here, there } = await two(4);
  const before = await here.all();
  // One by one: each deletion arrives by itself, and the first two are carried out.
  await removeDrafts(there, 0, 4, 5000);
  expect(here.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: 4, of: 4 }]);
  expect(await here.store.list('draft')).toHaveLength(2);
  await here.answer('keep');
  await time.pass(5000);
  expect(await here.all()).toEqual(before);
  expect(await there.all()).toEqual(before);
  for (const { exchange } of [here, there]) {
    expect(exchange.state()).toMatchObject({ deletions: null, status: 'on-the-server', unsent: 0 });
  }
  const shown = here.foreign.filter(({ id }) => id === 'draft:0').at(-1);
  expect(shown).toMatchObject({ isRemoved: false });
});

test('the question is put again after a restart, and after a comparison', async () => {
  const store = createMemoryStore();
  const here = await started(store);
  for (const id of ['draft:a', 'draft:b', 'draft:c']) await here.type(id, 'word');
  await time.pass(5000);
  await here.exchange.stop();
  const there = await started();
  for (const id of ['draft:a', 'draft:b', 'draft:c']) await there.remove(id);
  await time.pass(5000);
  const again = await started(store);
  expect(again.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: 3, of: 3 }]);
  await again.exchange.stop();
  await store.startOver('site');
  const compared = await started(store);
  expect(compared.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: 3, of: 3 }]);
  expect(await store.list('draft')).toHaveLength(3);
  await compared.answer('keep');
  await time.pass(5000);
  expect(Object.keys(await there.all())).toEqual(['draft:a', 'draft:b', 'draft:c']);
});

test('a restart does not begin the count anew: what was deleted before it counts with what comes after', async () => {
  const { here, there } = await two(10);
  await removeDrafts(there, 0, 5);
  expect([here.exchange.state().deletions, (await here.store.list('draft')).length]).toEqual([null, 5]);
  await here.exchange.stop();
  const again = await started(here.store);
  await removeDrafts(there, 5, 6);
  expect(again.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: 6, of: 10 }]);
  await again.answer('keep');
  await time.pass(5000);
  expect((await there.store.list('draft')).length).toBe(10);
});

test('the count of an earlier start ends with its ten minutes', async () => {
  const { here, there } = await two(10);
  await removeDrafts(there, 0, 5);
  await here.exchange.stop();
  await time.pass(10 * 60_000);
  const again = await started(here.store);
  await removeDrafts(there, 5, 7);
  expect([again.exchange.state().deletions, (await again.store.list('draft')).length]).toEqual([null, 3]);
});

test('what waits for an answer waits after a restart too, however late that is', async () => {
  const { here, there } = await two(4);
  const before = await here.all();
  // The first two deletions are carried out before there is a question: those drafts are not live after the restart.
  await removeDrafts(there, 0, 4, 5000);
  await here.exchange.stop();
  await time.pass(60 * 60_000);
  const again = await started(here.store);
  expect(again.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: 4, of: 4 }]);
  await again.answer('keep');
  await time.pass(5000);
  expect([await again.all(), await there.all()]).toEqual([before, before]);
});

test('what the owner has let go is not counted again after a restart', async () => {
  const { here, there } = await two(6);
  await removeDrafts(there, 0, 4);
  await here.answer('delete');
  await here.exchange.stop();
  const again = await started(here.store);
  await removeDrafts(there, 4, 6);
  expect([again.exchange.state().deletions, await again.store.list('draft')]).toEqual([null, []]);
});

test.each(['{"until":', '{"until":9e15,"isHeld":true,"count":{"lived":[["draft:0","letter"]]}}', '7'])(
  'a count that cannot be read is none: %s',
  async (broken) => {
    const { here, there } = await two(3);
    await here.exchange.stop();
    await here.store.keepDeletionCount(broken);
    const again = await started(here.store);
    await removeDrafts(there, 0, 3);
    expect(again.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: 3, of: 3 }]);
    expect(again.problems).toEqual([]);
  },
);

test('a deletion that words on the server have overruled is not sent with each comparison while the question stands', async () => {
  const { here, there } = await two(4);
  await here.exchange.stop();
  await here.remove('draft:0');
  await there.type('draft:0', 'more');
  await removeDrafts(there, 1, 4);
  await here.store.startOver('site');
  here.exchange.start();
  await time.pass(10_000);
  expect(here.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: 3, of: 3 }]);
  const sent = server.log.length;
  for (let round = 0; round < 3; round += 1) {
    await here.exchange.syncNow();
    await time.pass(10_000);
  }
  expect(server.log.length).toBe(sent);
});

test('half of a list, two of it, and what comes slowly are not asked about', async () => {
  const { here, there } = await two(10);
  await removeDrafts(there, 0, 5);
  expect(here.exchange.state().deletions).toBe(null);
  await time.pass(10 * 60_000);
  await removeDrafts(there, 5, 7);
  expect(here.exchange.state().deletions).toBe(null);
  await removeDrafts(there, 7, 8);
  expect(here.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: 3, of: 5 }]);
  // The passing of time alone lets no deletion through.
  await time.pass(60 * 60_000);
  expect(await here.store.list('draft')).toHaveLength(3);
});

test('what the owner deletes on this device is not asked about, and stays deleted', async () => {
  const { here, there } = await two(5);
  await removeDrafts(here, 0, 5);
  expect([here.exchange.state().deletions, await here.store.list('draft')]).toEqual([null, []]);
  expect(there.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: 5, of: 5 }]);
  // The same holds for a deletion while the question is open.
  await there.remove('draft:0');
  await there.answer('keep');
  await time.pass(5000);
  const ids = ['draft:1', 'draft:2', 'draft:3', 'draft:4'];
  expect((await here.store.list('draft')).sort()).toEqual(ids);
  expect((await there.store.list('draft')).sort()).toEqual(ids);
});

test('what the owner has deleted here is no part of the list of which others delete most', async () => {
  const { here, there } = await two(10);
  await removeDrafts(there, 0, 1);
  await removeDrafts(here, 1, 7);
  await removeDrafts(there, 7, 10);
  expect(here.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: 4, of: 4 }]);
  expect(await here.store.list('draft')).toEqual(['draft:7', 'draft:8', 'draft:9']);
});

test('what was made or came in after the first deletion is held as well', async () => {
  const { here, there } = await two(8);
  await removeDrafts(there, 0, 1);
  for (const id of ['run:a', 'run:b', 'run:c']) await here.type(id, 'word');
  for (const id of ['run:d', 'run:e']) await there.type(id, 'word');
  await time.pass(5000);
  for (const id of ['run:a', 'run:b', 'run:c', 'run:d', 'run:e']) await there.remove(id);
  await time.pass(5000);
  expect(here.exchange.state().deletions?.kinds).toEqual([{ kind: 'run', deleted: 5, of: 5 }]);
  expect((await here.store.list('run')).length).toBe(5);
});

test('what is written here while the question stands makes the loss no smaller', async () => {
  const { here, there } = await two(4);
  await removeDrafts(there, 0, 4);
  for (let number = 10; number < 20; number += 1) await here.type(`draft:${number}`, 'word');
  await here.exchange.syncNow();
  await time.pass(5000);
  expect(here.exchange.state().deletions?.kinds).toMatchObject([{ kind: 'draft', deleted: 4 }]);
  expect((await here.store.list('draft')).length).toBe(14);
});

test('what a server gives and takes away before this device has it is no loss: a new device asks nothing', async () => {
  server = createTestServer({ page: 2 });
  const there = await started();
  for (let number = 0; number < 5; number += 1) await there.type(`draft:${number}`, 'word');
  await removeDrafts(there, 0, 5);
  const here = await started();
  expect([here.exchange.state().deletions, await here.all()]).toEqual([null, {}]);
});

test('in however small pieces a server says it, most of a list is not lost', async () => {
  const { here, there } = await two(6);
  await here.exchange.stop();
  await removeDrafts(there, 0, 6);
  const api = server.api();
  const again = createTestDevice({ ...api, pull: (cursor) => api.pull(cursor, 1) }, time, { store: here.store });
  devices.push(again);
  again.exchange.start();
  await time.pass(0);
  // Nor is it lost after the owner has said no.
  for (const left of [4, 1, 1]) {
    expect(again.exchange.state().deletions?.kinds).toEqual([{ kind: 'draft', deleted: left, of: 6 }]);
    await again.answer('keep');
  }
  await time.pass(5000);
  expect([again.exchange.state().deletions, (await again.store.list('draft')).length]).toEqual([null, 6]);
});
