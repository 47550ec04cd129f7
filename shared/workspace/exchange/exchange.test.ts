import { afterEach, expect, test } from 'vitest';
import { longTest } from '#tests/long-test.ts';
import { createMemoryStore } from '../memory-store.ts';
import type { ExchangeApi } from './exchange.ts';
import { createTestDevice, createTestTime, type TestDevice } from './test-device.ts';
import { createTestServer, type TestNetwork } from './test-server.ts';

const rest = () => new Promise<void>((resolve) => setImmediate(resolve));
const time = createTestTime(rest);
const devices: TestDevice[] = [];

afterEach(async () => {
  for (const { exchange } of devices.splice(0)) await exchange.stop();
});

function device(api: ExchangeApi, store = createMemoryStore()): TestDevice {
  const made = createTestDevice(api, time, { store });
  devices.push(made);
  return made;
}

async function started(api: ExchangeApi, store = createMemoryStore()): Promise<TestDevice> {
  const made = device(api, store);
  made.exchange.start();
  await time.pass(0);
  return made;
}

test('what was written before the first exchange is pushed, and what the server has comes in', async () => {
  const server = createTestServer();
  const [here, there] = [device(server.api()), device(server.api())];
  await here.type('draft:a', 'one');
  await there.type('prompt:3', 'two');
  expect(here.exchange.state()).toMatchObject({ status: 'on-this-computer', unsent: 1, waiting: ['draft:a'] });
  here.exchange.start();
  there.exchange.start();
  await time.pass(1000);
  const both = { 'draft:a': 'one', 'prompt:3': 'two' };
  expect(await here.all()).toEqual(both);
  expect(await there.all()).toEqual(both);
  expect(here.exchange.state()).toEqual({
    status: 'on-the-server',
    isOnline: true,
    isSignedIn: true,
    unsent: 0,
    waiting: [],
    refused: 0,
    tooLarge: [],
    lastSyncedAt: expect.any(Number),
    question: null,
    pushedAgain: null,
    deletions: null,
  });
});

test('a write is pushed once the typing pauses for a moment, and reaches the other device by its event', async () => {
  const server = createTestServer();
  const [here, there] = [await started(server.api()), await started(server.api())];
  await here.type('draft:a', 'one');
  await here.type('draft:a', 'two');
  expect(here.exchange.statusOf('draft:a')).toBe('waiting');
  await time.pass(99);
  expect(server.log).toHaveLength(0);
  await time.pass(1);
  expect(server.log).toHaveLength(2);
  expect(server.calls.filter((call) => call === 'push')).toHaveLength(1);
  expect(here.exchange.statusOf('draft:a')).toBe('on-the-server');
  expect(await there.content('draft:a')).toBe('one two');
  expect(there.foreign.map(({ id, kind, isRemoved }) => [id, kind, isRemoved])).toEqual([['draft:a', 'draft', false]]);
  // The device's own words come back to it, but are no news.
  expect(here.foreign).toEqual([]);
});

test('what a device pushed is fetched back once for two seconds of typing, what others wrote at once', async () => {
  const server = createTestServer();
  const [here, there] = [await started(server.api()), await started(server.api())];
  const pulls = () => server.calls.filter((call) => call === 'pull').length;
  await there.exchange.stop();
  await here.type('draft:a', 'zero');
  await time.pass(3000);
  const before = pulls();
  for (const word of ['one', 'two', 'three', 'four']) {
    await here.type('draft:a', word);
    await time.pass(450);
  }
  expect(server.log).toHaveLength(5);
  expect(pulls()).toBe(before);
  await time.pass(2000);
  expect(pulls()).toBe(before + 1);
  await there.type('draft:b', 'five');
  there.exchange.start();
  await here.type('draft:a', 'six');
  await time.pass(150);
  expect(await here.all()).toEqual({ 'draft:a': 'four one six three two zero', 'draft:b': 'five' });
});

test('at rest nothing is asked', async () => {
  const server = createTestServer();
  const here = await started(server.api());
  await here.type('draft:a', 'one');
  await time.pass(3000);
  const before = server.calls.length;
  await time.pass(3_600_000);
  expect(server.calls).toHaveLength(before);
});

test('a deletion reaches the other device, and what its author had not seen survives it', async () => {
  const server = createTestServer();
  const [here, there] = [await started(server.api()), await started(server.api())];
  await here.type('draft:a', 'one');
  await here.type('draft:b', 'one');
  await time.pass(1000);
  await there.exchange.stop();
  await there.type('draft:b', 'unseen');
  await here.remove('draft:a');
  await here.remove('draft:b');
  await time.pass(1000);
  there.exchange.start();
  await time.pass(1000);
  expect(await there.all()).toEqual({ 'draft:b': 'one unseen' });
  expect(await here.all()).toEqual({ 'draft:b': 'one unseen' });
  expect(there.foreign).toContainEqual(expect.objectContaining({ id: 'draft:a', isRemoved: true }));
});

longTest('many pages and many pushes are taken one after the other', async () => {
  const server = createTestServer({ page: 7 });
  const here = device(server.api());
  const words = Array.from({ length: 1100 }, (_, index) => `w${index}`);
  for (const word of words) await here.type(`draft:${word}`, word);
  here.exchange.start();
  await time.pass(1000);
  expect(server.calls.filter((call) => call === 'push')).toHaveLength(2);
  const there = await started(server.api());
  expect(Object.keys(await there.all())).toHaveLength(1100);
  expect(there.exchange.state().status).toBe('on-the-server');
});

test('pushes stay small in bytes, and a document larger than that goes alone', async () => {
  const server = createTestServer();
  const sizes: number[] = [];
  const api = server.api();
  const here = device({
    ...api,
    push: (siteId, updates) => {
      sizes.push(updates.length);
      return api.push(siteId, updates);
    },
  });
  for (const letter of ['a', 'b', 'c']) await here.type('draft:a', letter.repeat(600_000));
  await here.type('draft:a', 'd'.repeat(3_000_000));
  here.exchange.start();
  await time.pass(0);
  expect(sizes).toEqual([1, 1, 1, 1]);
  expect(here.exchange.state().unsent).toBe(0);
});

test('documents of this device stay here, and are on this computer whatever the server has', async () => {
  const server = createTestServer();
  const here = await started(server.api());
  await here.type('preferences:this-device', 'window');
  await here.type('preferences:workflow', 'shared');
  await time.pass(1000);
  expect(server.log.map(({ change }) => change.documentId)).toEqual(['preferences:workflow']);
  expect(here.exchange.statusOf('preferences:this-device')).toBe('on-this-computer');
  expect(here.exchange.statusOf('preferences:workflow')).toBe('on-the-server');
});

test('a write that is told without its document is counted by the store', async () => {
  const server = createTestServer();
  const here = await started(server.api());
  await here.type('draft:a', 'one');
  await time.pass(1000);
  await here.store.append({ id: 'draft:b', kind: 'draft' }, new Uint8Array([0, 0]));
  here.exchange.noticeWrite();
  await time.pass(0);
  expect(here.exchange.state()).toMatchObject({ status: 'waiting', unsent: 1, waiting: ['draft:b'] });
  await time.pass(1000);
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', unsent: 0, waiting: [] });
});

test('the state is the same object until something changes, and a change is told', async () => {
  const server = createTestServer();
  const here = await started(server.api());
  const before = here.exchange.state();
  let told = 0;
  const end = here.exchange.onState(() => {
    told += 1;
  });
  await here.store.receive([], { siteId: 'site', cursor: null, isEnd: true });
  expect(here.exchange.state()).toBe(before);
  await here.type('draft:a', 'one');
  expect(told).toBe(1);
  end();
  await here.type('draft:a', 'two');
  expect(told).toBe(1);
});

test('after a stop nothing is written any more, and a later start goes on where it was', async () => {
  const server = createTestServer();
  const there = await started(server.api());
  await there.type('draft:a', 'one');
  await time.pass(1000);
  let open: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  let isHeld = true;
  const network: TestNetwork = { onTheWay: (call) => (call === 'pull' && isHeld ? held : undefined) };
  const here = device(server.api(network));
  here.exchange.start();
  await rest();
  await here.exchange.stop();
  isHeld = false;
  open();
  await rest();
  expect(await here.all()).toEqual({});
  expect(here.exchange.state().status).toBe('on-this-computer');
  here.exchange.start();
  await time.pass(1000);
  expect(await here.all()).toEqual({ 'draft:a': 'one' });
});

test('syncing now waits for what it set going', async () => {
  const server = createTestServer();
  const here = await started(server.api());
  await here.type('draft:a', 'one');
  await here.exchange.syncNow();
  expect(server.document('draft:a').getMap('fields').has('one')).toBe(true);
});

test('a document that is only read here does not become a heap of small updates', async () => {
  const server = createTestServer();
  const [here, there] = [await started(server.api()), await started(server.api())];
  for (let index = 0; index < 120; index += 1) {
    await here.type('draft:a', `w${index}`);
    await time.pass(100);
  }
  expect((await there.store.load('draft:a')).length).toBeLessThan(30);
  expect(await there.content('draft:a')).toBe(await here.content('draft:a'));
});

test('whoever shows what came in and fails at it does not stop the exchange', async () => {
  const server = createTestServer();
  const [here, there] = [await started(server.api()), await started(server.api())];
  const end = there.exchange.onForeign(() => {
    throw new Error('cannot draw');
  });
  await here.type('draft:a', 'one');
  await time.pass(1000);
  expect(String(there.problems[0])).toContain('cannot draw');
  expect(there.exchange.state()).toMatchObject({ status: 'on-the-server', isOnline: true });
  end();
  expect(await there.content('draft:a')).toBe('one');
});
