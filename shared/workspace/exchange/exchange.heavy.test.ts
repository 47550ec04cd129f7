import { afterEach, beforeEach, expect, test } from 'vitest';
import { LARGEST_DOCUMENT } from '#shared/contract/workspace.ts';
import { openDocument } from '../document.ts';
import { tombstoneOf } from '../tombstone.ts';
import { createTestDevice, createTestTime, type TestDevice } from './test-device.ts';
import { createTestServer, type TestServer } from './test-server.ts';

const time = createTestTime(() => new Promise<void>((resolve) => setImmediate(resolve)));
const HEAVY = { id: 'draft:new-heavy', kind: 'draft' } as const;
const tooMuch = 'a'.repeat(LARGEST_DOCUMENT + 1000);

let server: TestServer;
let here: TestDevice;
beforeEach(async () => {
  server = createTestServer();
  // Like the real server, this one never takes an update of that size.
  server.refuses = (updates) =>
    updates.flatMap((each, place) => (each.type === 'update' && each.update.length > LARGEST_DOCUMENT ? [place] : []));
  here = createTestDevice(server.api(), time);
  here.exchange.start();
  await time.pass(0);
});
afterEach(() => here.exchange.stop());

/** Sets the draft's text, and tells the exchange. */
async function write(text: string): Promise<void> {
  const document = openDocument(HEAVY, await here.store.load(HEAVY.id));
  const before = document.stateVector();
  document.setText('content', text);
  document.touch(time.now());
  await here.store.append(HEAVY, document.encode(before));
  here.exchange.noticeWrite(HEAVY.id);
  await time.pass(200);
}
const pushes = () => server.calls.filter((call) => call === 'push').length;
const onServer = () => server.document(HEAVY.id).getText('text:content').toString();

test('a draft that becomes too large is said to be so and never sent, and everything else goes on', async () => {
  await write('It begins small.');
  await write(tooMuch);
  expect(here.exchange.state()).toMatchObject({ status: 'waiting', refused: 0, tooLarge: [HEAVY.id] });
  const before = pushes();
  await write(`${tooMuch} and more`);
  expect(pushes()).toBe(before);
  await here.type('draft:other', 'word');
  await time.pass(200);
  expect(server.log.map(({ change }) => change.documentId)).toEqual([HEAVY.id, 'draft:other']);
  expect(here.exchange.state().waiting).toEqual([HEAVY.id]);
  expect(here.problems).toEqual([]);
  expect(openDocument(HEAVY, await here.store.load(HEAVY.id)).text('content')).toBe(`${tooMuch} and more`);
});

test('once it is small enough it is sent, in one update, and what is typed then follows', async () => {
  await write(tooMuch);
  await write(`${tooMuch} and more`);
  await write('Small again.');
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', unsent: 0, tooLarge: [] });
  expect(server.log).toHaveLength(1);
  expect(onServer()).toBe('Small again.');
  await write('Small again, and typed in.');
  expect(onServer()).toBe('Small again, and typed in.');
});

test('after a restart it is still too large, and still sent once it is not', async () => {
  await write(tooMuch);
  await here.exchange.stop();
  here = createTestDevice(server.api(), time, { store: here.store });
  here.exchange.start();
  await time.pass(200);
  expect(here.exchange.state().tooLarge).toEqual([HEAVY.id]);
  await write('Small.');
  expect(onServer()).toBe('Small.');
});

test('one that is discarded while it is too large leaves nothing that waits', async () => {
  await write(tooMuch);
  const document = openDocument(HEAVY, await here.store.load(HEAVY.id));
  await here.store.remove(tombstoneOf(document, time.now()));
  here.exchange.noticeWrite(HEAVY.id);
  await time.pass(200);
  expect(here.exchange.state()).toMatchObject({ status: 'on-the-server', unsent: 0, tooLarge: [] });
  expect(server.log.map(({ change }) => change.type)).toEqual(['delete']);
});
