import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMemoryStore } from '../memory-store.ts';
import { createTestDevice, createTestTime, type TestDevice } from './test-device.ts';
import { createTestServer, TestOffline, type TestServer } from './test-server.ts';

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

async function started(store = createMemoryStore(), api = server.api()): Promise<TestDevice> {
  const made = createTestDevice(api, time, { store });
  devices.push(made);
  made.exchange.start();
  await time.pass(0);
  return made;
}

/** Puts another database behind the address of the server. */
function replaceServer(siteId: string): void {
  server.siteId = siteId;
  server.restore(0);
  server.hangUp();
}

test('a server put back from an older copy gets back what it lost, and how much is said', async () => {
  const here = await started();
  for (const word of ['one', 'two', 'three']) {
    await here.type(`draft:${word}`, word);
    await time.pass(1000);
  }
  await here.remove('draft:one');
  await time.pass(3000);
  server.restore(1);
  server.hangUp();
  await time.pass(2000);
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', pushedAgain: 3, question: null });
  const there = await started();
  expect(await there.all()).toEqual({ 'draft:two': 'two', 'draft:three': 'three' });
  expect(await here.all()).toEqual(await there.all());
});

test('an emptied server of the same site deletes nothing and is filled again', async () => {
  const here = await started();
  const there = await started();
  await here.type('draft:a', 'here');
  await there.type('draft:b', 'there');
  await time.pass(1000);
  await there.exchange.stop();
  server.restore(0);
  server.hangUp();
  await here.type('draft:c', 'new');
  await time.pass(2000);
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', pushedAgain: 2 });
  const all = { 'draft:a': 'here', 'draft:b': 'there', 'draft:c': 'new' };
  expect(await here.all()).toEqual(all);
  there.exchange.start();
  await time.pass(2000);
  expect(await there.all()).toEqual(all);
  expect(there.exchange.state().pushedAgain).toBe(null);
});

test('what others wrote to a server after it was put back is taken in with the comparison', async () => {
  const here = await started();
  await here.type('draft:a', 'one');
  await time.pass(1000);
  await here.exchange.stop();
  server.restore(0);
  const there = await started();
  await there.type('draft:a', 'other');
  await there.type('draft:b', 'two');
  await there.remove('draft:b');
  await time.pass(1000);
  here.exchange.start();
  await time.pass(2000);
  expect(await here.all()).toEqual({ 'draft:a': 'one other' });
  expect(await there.all()).toEqual({ 'draft:a': 'one other' });
});

test('what was acknowledged and lost before this device heard of it again is pushed again, although its place is known', async () => {
  const api = server.api();
  const here = await started(createMemoryStore(), { ...api, watch: () => new Promise(() => undefined) });
  await here.type('draft:a', 'one');
  await here.exchange.syncNow();
  await here.exchange.syncNow();
  await here.type('draft:b', 'two');
  await time.pass(100);
  expect(server.log).toHaveLength(2);
  expect(here.exchange.state().status).toBe('on-the-server');
  server.restore(1);
  await here.exchange.syncNow();
  expect(server.log.map(({ change }) => change.documentId)).toEqual(['draft:a', 'draft:b']);
});

test('to another site nothing is pushed until the owner says so; then both become one', async () => {
  const here = await started();
  await here.type('draft:a', 'mine');
  await time.pass(1000);
  replaceServer('other');
  await time.pass(2000);
  const there = await started();
  await there.type('draft:b', 'theirs');
  await here.type('draft:c', 'meanwhile');
  await time.pass(120_000);
  expect(here.exchange.state()).toMatchObject({ status: 'on-this-computer', question: { siteId: 'other' }, unsent: 1 });
  expect(server.log.map(({ change }) => change.documentId)).toEqual(['draft:b']);
  expect(await here.all()).toEqual({ 'draft:a': 'mine', 'draft:c': 'meanwhile' });
  const asked = here.exchange.state().question;
  await here.exchange.syncNow();
  expect(here.exchange.state().question).toBe(asked);

  await here.exchange.adoptSite();
  await time.pass(1000);
  const all = { 'draft:a': 'mine', 'draft:b': 'theirs', 'draft:c': 'meanwhile' };
  expect(await here.all()).toEqual(all);
  expect(await there.all()).toEqual(all);
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', question: null, pushedAgain: null });
});

test('the question is put again after a restart, and goes when the old server is back', async () => {
  const store = createMemoryStore();
  const here = await started(store);
  await here.type('draft:a', 'mine');
  await time.pass(1000);
  await here.exchange.stop();
  replaceServer('other');
  const again = await started(store);
  expect(again.exchange.state().question).toEqual({ siteId: 'other' });
  replaceServer('site');
  await again.exchange.syncNow();
  expect(again.exchange.state()).toMatchObject({ status: 'on-the-server', question: null });
  expect(server.log).toHaveLength(1);
});

test('a comparison that breaks off is made again, also after a restart', async () => {
  server = createTestServer({ page: 2 });
  const store = createMemoryStore();
  const here = await started(store);
  for (const word of ['a', 'b', 'c', 'd', 'e']) await here.type(`draft:${word}`, word);
  await time.pass(1000);
  await here.exchange.stop();
  server.restore(0);
  let calls = 0;
  const api = server.api({
    onTheWayBack(call) {
      calls += 1;
      if (call === 'compare') throw new TestOffline();
    },
  });
  const broken = await started(store, api);
  await broken.exchange.stop();
  expect(calls).toBeGreaterThan(0);
  const again = await started(store);
  await time.pass(1000);
  expect(again.exchange.state().status).toBe('on-the-server');
  const there = await started();
  expect(Object.keys(await there.all())).toHaveLength(5);
});

test('many documents are compared page by page', async () => {
  server = createTestServer({ page: 90 });
  const here = await started();
  const there = await started();
  for (let index = 0; index < 250; index += 1) await here.type(`draft:${index}`, `w${index}`);
  await time.pass(1000);
  await here.exchange.stop();
  server.restore(120);
  server.hangUp();
  for (let index = 0; index < 100; index += 1) await there.type(`draft:${index}-there`, 'there');
  await time.pass(10_000);
  here.exchange.start();
  await time.pass(10_000);
  expect(Object.keys(await here.all())).toHaveLength(350);
  expect(await here.all()).toEqual(await there.all());
});

test('a document that was forgotten here and came back gets its beginning again', async () => {
  const here = await started();
  const there = await started();
  await here.type('draft:new-a', 'beginning');
  await time.pass(1000);
  await there.exchange.stop();
  await here.remove('draft:new-a');
  await time.pass(1000);
  await here.store.purge(time.now() + 1);
  await there.type('draft:new-a', 'unseen');
  there.exchange.start();
  await time.pass(2000);
  expect(await here.all()).toEqual({ 'draft:new-a': 'beginning unseen' });
  expect(await there.all()).toEqual({ 'draft:new-a': 'beginning unseen' });
  expect(here.exchange.state().pushedAgain).toBe(null);
});

test('so does one that is written anew here, and nothing is asked twice where nobody has it', async () => {
  const here = await started();
  await here.type('draft:new-a', 'beginning');
  await time.pass(1000);
  await here.remove('draft:new-a');
  await here.store.purge(time.now() + 1);
  await here.type('draft:new-a', 'anew');
  await time.pass(1000);
  expect(await here.all()).toEqual({ 'draft:new-a': 'anew beginning' });

  await here.exchange.stop();
  await here.remove('draft:new-a');
  await here.store.purge(time.now() + 1);
  server.restore(0);
  await here.type('draft:new-a', 'third');
  here.exchange.start();
  await time.pass(1000);
  const compared = server.calls.filter((call) => call === 'compare').length;
  await here.type('draft:new-a', 'fourth');
  await time.pass(1000);
  expect(server.calls.filter((call) => call === 'compare')).toHaveLength(compared);
  expect(await here.all()).toEqual({ 'draft:new-a': 'fourth third' });
});

test('a copied device does no harm: both push the same under the same names', async () => {
  const here = await started();
  await here.type('draft:a', 'one');
  await here.exchange.stop();
  const copy = await started(here.store.copy());
  here.exchange.start();
  await time.pass(1000);
  expect(server.log).toHaveLength(1);
  await here.type('draft:a', 'two');
  await copy.type('draft:a', 'three');
  await time.pass(1000);
  expect(await here.all()).toEqual({ 'draft:a': 'one three two' });
  expect(await copy.all()).toEqual(await here.all());
});
