import { afterEach, beforeEach, expect, test } from 'vitest';
import { toBase64 } from '../base64.ts';
import { createMemoryStore } from '../memory-store.ts';
import type { ExchangeApi } from './exchange.ts';
import { createTestDevice, createTestTime, type TestDevice } from './test-device.ts';
import { createTestServer, TestAnswer, type TestNetwork, TestOffline, type TestServer } from './test-server.ts';

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

async function started(api: ExchangeApi = server.api(), store = createMemoryStore()): Promise<TestDevice> {
  const made = createTestDevice(api, time, { store });
  devices.push(made);
  made.exchange.start();
  await time.pass(0);
  return made;
}

/** Makes a network that throws while `fault` is set. */
function breakable(): TestNetwork & { fault: Error | null } {
  const network: TestNetwork & { fault: Error | null } = {
    fault: null,
    onTheWay() {
      if (network.fault) throw network.fault;
    },
  };
  return network;
}

test('offline, what is written waits; it tries again later each time, and all is there once the server is', async () => {
  const network = breakable();
  const here = await started(server.api(network));
  network.fault = new TestOffline();
  server.hangUp();
  await here.type('draft:a', 'one');
  await time.pass(1000);
  expect(here.exchange.state()).toMatchObject({ status: 'waiting', isOnline: false, isSignedIn: true, unsent: 1 });
  let tries = 0;
  network.onTheWay = () => {
    tries += 1;
    throw new TestOffline();
  };
  await time.pass(600_000);
  expect(tries).toBeGreaterThan(9);
  expect(tries).toBeLessThan(20);
  network.onTheWay = () => undefined;
  await time.pass(60_000);
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', isOnline: true, unsent: 0 });
  expect(server.log).toHaveLength(1);
});

test('offline with nothing unsent, what was sent is still on the server', async () => {
  const network = breakable();
  const here = await started(server.api(network));
  network.fault = new TestAnswer(503);
  server.hangUp();
  await time.pass(2000);
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', isOnline: false });
});

test('signed out, nothing is sent until someone signs in, and typing does not knock at the door', async () => {
  const network = breakable();
  network.fault = new TestAnswer(401);
  let knocks = 0;
  const counting: TestNetwork = {
    onTheWay(call) {
      knocks += 1;
      return network.onTheWay?.(call);
    },
  };
  const here = await started(server.api(counting));
  await here.type('draft:a', 'one');
  await time.pass(3_600_000);
  expect(here.exchange.state()).toMatchObject({
    status: 'on-this-computer',
    isOnline: true,
    isSignedIn: false,
    unsent: 1,
  });
  expect(knocks).toBe(1);
  network.fault = null;
  await here.exchange.syncNow();
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', isSignedIn: true, unsent: 0 });
});

test('a server that has not taken the sign-in hears nothing of the documents; one that comes back is asked for it anew', async () => {
  const asked: string[] = [];
  let isTaken = false;
  const here = await started(
    server.api({
      onTheWay(call) {
        asked.push(call);
        if (call === 'greet' && !isTaken) throw new TestAnswer(401);
      },
    }),
  );
  await here.type('draft:a', 'one');
  await here.exchange.syncNow();
  expect(asked).toEqual(['greet', 'greet']);
  expect(here.exchange.state()).toMatchObject({ isSignedIn: false, status: 'on-this-computer' });
  isTaken = true;
  await here.exchange.syncNow();
  await time.pass(1000);
  expect(here.exchange.state().status).toBe('on-the-server');
  // From now on another server answers at the address.
  isTaken = false;
  asked.splice(0);
  server.hangUp();
  await time.pass(5000);
  expect(asked).toEqual(['greet']);
  expect(here.exchange.state().isSignedIn).toBe(false);
});

test('a session that ends while nothing happens is noticed by the stream of events', async () => {
  const here = await started({
    ...server.api(),
    watch: () => rest().then(() => Promise.reject(new TestAnswer(401))),
  });
  await time.pass(0);
  expect(here.exchange.state()).toMatchObject({ isOnline: true, isSignedIn: false });
});

test('the stream of a session that is over does not end the one that has begun since', async () => {
  const api = server.api();
  let streams = 0;
  const here = await started({
    ...api,
    watch(...args) {
      streams += 1;
      return streams === 1 ? rest().then(() => Promise.reject(new TestAnswer(401))) : api.watch(...args);
    },
  });
  await time.pass(0);
  expect(here.exchange.state().isSignedIn).toBe(false);
  await time.pass(1000);
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', isSignedIn: true });
  expect(streams).toBe(2);
});

test('where events cannot be had, what others wrote comes by asking now and then', async () => {
  const there = await started();
  const here = await started({ ...server.api(), watch: () => Promise.reject(new TestOffline()) });
  await there.type('draft:a', 'one');
  await time.pass(120_000);
  expect(await here.content('draft:a')).toBe('one');
  expect(here.exchange.state().isOnline).toBe(true);
  await here.type('draft:b', 'two');
  await time.pass(100);
  expect(await there.content('draft:b')).toBe('two');
});

test('an answer lost after the commit does no harm: what was sent comes back in the log', async () => {
  let isLost = true;
  const network: TestNetwork = {
    onTheWayBack(call) {
      if (call !== 'push' || !isLost) return;
      isLost = false;
      throw new TestOffline();
    },
  };
  const here = await started({ ...server.api(network), watch: () => new Promise(() => undefined) });
  await here.type('draft:a', 'one');
  await time.pass(100);
  expect(server.log).toHaveLength(1);
  expect(here.exchange.state()).toMatchObject({ status: 'waiting', isOnline: false });
  await time.pass(2000);
  expect(server.log).toHaveLength(1);
  expect(here.foreign).toEqual([]);
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', isOnline: true });
});

test('where many answers were lost, all is sent again under the same names', async () => {
  const network: TestNetwork = {
    onTheWayBack(call) {
      if (call !== 'watch') throw new TestOffline();
    },
  };
  const here = await started(server.api(network));
  await here.type('draft:a', 'one');
  network.onTheWayBack = (call) => {
    if (call === 'push') throw new TestOffline();
  };
  await time.pass(30_000);
  expect(server.log).toHaveLength(1);
  network.onTheWayBack = () => undefined;
  await time.pass(60_000);
  expect(server.log).toHaveLength(1);
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', unsent: 0 });
});

test('what the server refuses is set aside and said, and what stands behind it goes on', async () => {
  const here = await started();
  server.refuses = (updates) => updates.flatMap(({ documentId }, place) => (documentId === 'draft:bad' ? [place] : []));
  for (const id of ['draft:a', 'draft:bad', 'draft:b', 'draft:bad', 'draft:c']) await here.type(id, 'word');
  await time.pass(100);
  expect(server.log.map(({ change }) => change.documentId)).toEqual(['draft:a', 'draft:b', 'draft:c']);
  expect(here.exchange.state()).toMatchObject({ status: 'waiting', unsent: 2, refused: 2, waiting: ['draft:bad'] });
  expect(here.problems).not.toEqual([]);
  expect(await here.content('draft:bad')).toBe('word');
  server.refuses = () => [];
  await here.exchange.syncNow();
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', unsent: 0, refused: 0 });
});

test('a refusal that does not say of what is narrowed down by halves', async () => {
  const api = server.api();
  const here = await started({
    ...api,
    push: (siteId, updates) =>
      updates.some(({ documentId }) => documentId === 'draft:w7')
        ? Promise.reject(new TestAnswer(413))
        : api.push(siteId, updates),
  });
  for (let index = 0; index < 20; index += 1) await here.type(`draft:w${index}`, 'word');
  await time.pass(100);
  expect(server.log).toHaveLength(19);
  expect(here.exchange.state()).toMatchObject({ unsent: 1, refused: 1, waiting: ['draft:w7'] });
});

test('a server in trouble is there, and asked again later', async () => {
  const network = breakable();
  network.fault = new TestAnswer(500);
  const here = await started(server.api(network));
  await here.type('draft:a', 'one');
  expect(here.exchange.state()).toMatchObject({ status: 'waiting', isOnline: true });
  expect(here.problems).toHaveLength(1);
  network.fault = null;
  await time.pass(2000);
  expect(here.exchange.state().status).toBe('on-the-server');
});

test('a disk that is full takes nothing in, says so, and goes on where it was', async () => {
  const there = await started();
  const here = await started();
  here.store.fail(new Error('disk full'));
  await there.type('draft:a', 'one');
  await time.pass(1000);
  expect(here.exchange.state().status).toBe('not-kept');
  here.store.fail(null);
  await time.pass(60_000);
  expect(here.exchange.state().status).toBe('on-the-server');
  expect(await here.content('draft:a')).toBe('one');
});

test('a disk that gives nothing is said at the start, also without the server', async () => {
  const network = breakable();
  network.fault = new TestOffline();
  const store = createMemoryStore();
  store.fail(new Error('cannot be opened'));
  const here = await started(server.api(network), store);
  expect(here.exchange.state().status).toBe('not-kept');
});

test('what is kept again is said with the first write, also without the server', async () => {
  const network = breakable();
  const there = await started();
  const here = await started(server.api(network));
  here.store.fail(new Error('disk full'));
  await there.type('draft:a', 'one');
  await time.pass(1000);
  expect(here.exchange.state().status).toBe('not-kept');
  here.store.fail(null);
  network.fault = new TestOffline();
  await here.type('draft:b', 'two');
  expect(here.exchange.state().status).toBe('waiting');
  await time.pass(200);
  expect(here.exchange.state()).toMatchObject({ status: 'waiting', isOnline: false });
  network.fault = null;
  await time.pass(60_000);
  expect(await here.all()).toEqual({ 'draft:a': 'one', 'draft:b': 'two' });
});

test('a change that cannot be read is passed over, and those around it are taken in', async () => {
  const there = await started();
  await there.type('draft:a', 'one');
  await time.pass(100);
  for (const [seq, bytes] of [
    [2, new Uint8Array([255, 255, 255, 255])],
    [3, new Uint8Array([1, 1, 1, 0, 31, 1])],
    [4, new Uint8Array()],
  ] as const) {
    const id = `00000000-0000-4000-8000-00000000000${seq}`;
    const document = { id, documentId: 'draft:a', kind: 'draft' } as const;
    server.log.push({ seq, place: id, change: { type: 'update', ...document, update: toBase64(bytes) } });
  }
  const badVector = { id: '00000000-0000-4000-8000-000000000009', documentId: 'draft:a', kind: 'draft' } as const;
  server.log.push({
    seq: 5,
    place: badVector.id,
    change: { type: 'delete', ...badVector, seen: toBase64(new Uint8Array([200, 1])) },
  });
  await there.type('draft:b', 'two');
  await time.pass(100);
  const here = await started();
  expect(await here.all()).toEqual({ 'draft:a': 'one', 'draft:b': 'two' });
  expect(String(here.problems[0])).toContain('4 changes of the server could not be read');
});

test('a document that is broken in part on this device holds up no other, and its readable part is exchanged', async () => {
  const store = createMemoryStore();
  const here = await started(server.api(), store);
  await here.type('draft:a', 'one');
  await here.type('draft:b', 'two');
  await time.pass(100);
  await here.exchange.stop();
  // The device then compares its documents with a server that has been emptied.
  await store.append({ id: 'draft:a', kind: 'draft' }, new Uint8Array([255, 255, 255, 255]));
  server = createTestServer();
  await started(server.api(), store);
  await time.pass(60_000);
  const there = await started();
  expect(await there.all()).toMatchObject({ 'draft:a': 'one', 'draft:b': 'two' });
});

test('a server has no say in what belongs to this device, nor in a document under another kind', async () => {
  const here = await started();
  await here.type('preferences:this-device', 'mine');
  const change = { type: 'update', update: toBase64(new Uint8Array([0, 0])) } as const;
  for (const [index, documentId] of ['preferences:this-device', 'draft:a'].entries()) {
    const id = `00000000-0000-4000-8000-00000000000${index}`;
    server.log.push({ seq: index + 1, place: id, change: { ...change, id, documentId, kind: 'run' } });
  }
  await here.exchange.syncNow();
  expect(here.foreign).toEqual([]);
  expect(await here.store.list('run')).toEqual([]);
});

test('a server that says there is more and gives nothing is not asked for ever', async () => {
  const api = server.api();
  let pulls = 0;
  const here = await started({
    ...api,
    async pull(cursor, limit) {
      pulls += 1;
      return { ...(await api.pull(cursor, limit)), more: true };
    },
  });
  await here.type('draft:a', 'one');
  await time.pass(100);
  expect(pulls).toBeLessThan(5);
  expect(server.log).toHaveLength(1);
});

test('a server that does not say what became of an update is not believed', async () => {
  const here = await started({ ...server.api(), push: async () => [] });
  await here.type('draft:a', 'one');
  await time.pass(100);
  expect(here.exchange.state()).toMatchObject({ status: 'waiting', unsent: 1 });
});
