import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { createTestTimers } from '#server/adapters/ai/test-timers.ts';
import { openOutboxRows } from '#server/repositories/publication/reader-outbox.ts';
import { READER_HEADER, sumOf, verifyBodySum } from '#server/services/publication/client-signature.ts';
import { createTestApp } from '#server/test-app.ts';
import { type DeliveryAnswer, deliverFromReader } from '#shared/contract/reader-deliveries.ts';
import { createTestStore, SECRET, startTestReader, type TestReader } from '../test-reader.ts';
import { createOutbox } from './outbox.ts';

/** The time at which every site of this file begins. */
const START = Date.now();

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

type Call = z.output<NonNullable<typeof deliverFromReader.body>>;

/** A writer that takes each delivery once. Its address stays the same; it can be away, and its answers can get lost. */
async function startWriter() {
  const taken = new Map<string, Call['deliveries'][number]>();
  const state = { losesAnswers: 0, outcome: 'taken' as DeliveryAnswer['outcome'], calls: 0 };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const signed = { method: 'POST', path: deliverFromReader.path, now: Date.now() };
    if (verifyBodySum(SECRET, { ...signed, header: request.headers[READER_HEADER] }) !== sumOf(body)) {
      response.writeHead(401).end();
      return;
    }
    state.calls += 1;
    const { deliveries } = deliverFromReader.body.parse(JSON.parse(body.toString()));
    if (state.outcome === 'taken') for (const each of deliveries) taken.set(each.id, each);
    if (state.losesAnswers > 0) {
      state.losesAnswers -= 1;
      response.destroy();
      return;
    }
    const answers = deliveries.map(({ id }) => ({ id, outcome: state.outcome }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ answers }));
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  ended.push(stop);
  return { url: `http://127.0.0.1:${port}`, state, taken, stop, back: () => listen(port) };
}

async function publishedSite() {
  const app = await createTestApp({ now: START, posts: [{ slug: 'tea' }] });
  ended.push(() => app.close());
  const store = createTestStore();
  ended.push(() => store.close());
  await store.publish(app, { number: 1 });
  return { app, store };
}
const isReady = (reader: TestReader) =>
  vi.waitFor(async () => expect((await reader.page('/readyz')).status).toBe(200), 60_000);
const send = (reader: TestReader, message: object) =>
  fetch(`${reader.address}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    body: JSON.stringify(message),
  });
const hello = { name: 'Ann', email: 'ann@example.com', subject: '', message: 'Hello' };

test('what visitors leave while the writer is dead reaches it once, in order, whoever is killed meanwhile', async () => {
  const writer = await startWriter();
  const { app, store } = await publishedSite();
  await writer.stop();
  const first = await startTestReader({ blobs: store.folder, writerUrl: writer.url });
  await isReady(first);
  expect((await send(first, hello)).status).toBe(204);
  const form = new URLSearchParams({ ...hello, message: 'By the form' });
  const answered = await first.page('/contact', { method: 'POST', body: form });
  expect([answered.status, answered.text.includes('Message Sent!')]).toEqual([200, true]);
  const wrong = await send(first, { ...hello, email: 'nobody' });
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({ code: 'invalid_input', issues: [{ path: 'email' }] });
  const id = (await app.services.posts.page('tea', 'reader'))?.id;
  for (const _again of [1, 2]) {
    expect(await first.page(`/api/posts/${id}/view`, { method: 'POST' })).toMatchObject({ status: 204 });
  }
  await first.stop();

  const reader = await startTestReader({ blobs: store.folder, writerUrl: writer.url, folder: first.folder });
  ended.push(() => reader.close());
  writer.state.losesAnswers = 1;
  await writer.back();
  await vi.waitFor(() => expect([...writer.taken.values()].map(({ kind }) => kind)).toHaveLength(3), 60_000);
  const all = [...writer.taken.values()];
  expect(all.map(({ kind, body }) => [kind, body])).toEqual([
    ['contact', expect.objectContaining({ message: 'Hello' })],
    ['contact', expect.objectContaining({ message: 'By the form' })],
    ['view', { postId: id }],
  ]);
  expect(all.every(({ takenAt }) => Date.parse(takenAt) <= Date.now())).toBe(true);
  await vi.waitFor(async () => {
    expect(await (await fetch(`${reader.address}/metrics`)).text()).toContain('ninefold_reader_outbox_waiting 0');
  }, 60_000);
  // The answer to the first call was lost, and all deliveries were sent again.
  expect(writer.state.calls).toBeGreaterThan(1);
  expect(writer.taken.size).toBe(3);
});

test('an instance whose clock is a day off is believed all the same, and what visitors leave has the right time', async () => {
  const writer = await startWriter();
  const { store } = await publishedSite();
  const clock = { now: () => Date.now() + 24 * 60 * 60_000 };
  const reader = await startTestReader({ blobs: store.folder, writerUrl: writer.url, clock });
  ended.push(() => reader.close());
  await isReady(reader);
  expect((await send(reader, hello)).status).toBe(204);
  // The first call is refused, and its answer says what time it is.
  await vi.waitFor(() => expect(writer.taken.size).toBe(1), 60_000);
  expect((await send(reader, { ...hello, message: 'Again' })).status).toBe(204);
  await vi.waitFor(() => expect(writer.taken.size).toBe(2), 60_000);
  const [, again] = [...writer.taken.values()];
  expect(Math.abs(Date.parse(again?.takenAt ?? '') - Date.now())).toBeLessThan(5 * 60_000);
});

test('what the writer puts off is kept, and what it refuses is dropped and told', async () => {
  const writer = await startWriter();
  const { store } = await publishedSite();
  writer.state.outcome = 'later';
  const reader = await startTestReader({ blobs: store.folder, writerUrl: writer.url });
  ended.push(() => reader.close());
  await isReady(reader);
  expect((await send(reader, hello)).status).toBe(204);
  await vi.waitFor(() => expect(writer.state.calls).toBeGreaterThan(1), 60_000);
  writer.state.outcome = 'refused';
  await vi.waitFor(async () => {
    expect(await (await fetch(`${reader.address}/metrics`)).text()).toContain('ninefold_reader_outbox_waiting 0');
  }, 60_000);
  expect(writer.taken.size).toBe(0);
});

test('a new publication gives nobody their calls again', async () => {
  const writer = await startWriter();
  const { app, store } = await publishedSite();
  const reader = await startTestReader({
    blobs: store.folder,
    writerUrl: writer.url,
    env: { TRUST_PROXY: 'loopback' },
  });
  ended.push(() => reader.close());
  await isReady(reader);
  for (let sent = 0; sent < 10; sent += 1) expect((await send(reader, hello)).status).toBe(204);
  await app.post({ slug: 'coffee' });
  await store.publish(app, { number: 2 });
  await vi.waitFor(async () => expect((await reader.page('/post/coffee')).status).toBe(200), 60_000);
  expect((await send(reader, hello)).status).toBe(429);
});

test('an outbox that is full refuses what is written, and counts no more, rather than fill the disk', () => {
  const rows = openOutboxRows(':memory:');
  const full = { ...rows, count: () => ({ counted: 100_000, written: 10_000 }) };
  const added = vi.spyOn(full, 'add');
  const outbox = createOutbox({
    ...{ rows: full, clock: { now: () => 0 }, timers: { after: () => () => undefined } },
    ...{ onKept: () => undefined, onError: () => undefined },
  });
  const visitor = { network: '', userAgent: '', isMobile: false, isPrivate: false };
  expect(() => outbox.keep('contact', visitor, hello)).toThrowError(expect.objectContaining({ code: 'overloaded' }));
  outbox.count('view', visitor, { postId: 1 });
  outbox.flush();
  expect(added).not.toHaveBeenCalled();
  outbox.close();
});

test('what is counted is written down within a quarter of a second, all that waits in one go', () => {
  const rows = openOutboxRows(':memory:');
  const add = vi.fn(rows.add);
  const timers = createTestTimers();
  const outbox = createOutbox({
    ...{ rows: { ...rows, add }, clock: { now: () => 0 }, timers, onKept: () => undefined },
    onError: (error) => expect.unreachable(String(error)),
  });
  const visitor = { network: '', userAgent: '', isMobile: false, isPrivate: false };
  for (const postId of [1, 2, 3]) outbox.count('view', visitor, { postId });
  timers.advance(249);
  expect(add).not.toHaveBeenCalled();
  timers.advance(1);
  expect(add).toHaveBeenCalledTimes(1);
  expect(rows.first(10).map(({ body }) => body)).toEqual([{ postId: 1 }, { postId: 2 }, { postId: 3 }]);
  outbox.close();
});

test('what is counted while the disk is full is written down later', () => {
  const rows = openOutboxRows(':memory:');
  const onError = vi.fn();
  const full = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
  const add = vi.fn(rows.add).mockImplementationOnce(() => {
    throw full;
  });
  const outbox = createOutbox({
    ...{ rows: { ...rows, add }, clock: { now: () => 0 }, timers: { after: () => () => undefined } },
    ...{ onKept: () => undefined, onError },
  });
  outbox.count('view', { network: '', userAgent: '', isMobile: false, isPrivate: false }, { postId: 1 });
  outbox.flush();
  expect(onError).toHaveBeenCalledWith(full);
  outbox.flush();
  expect(rows.first(10)).toMatchObject([{ kind: 'view', body: { postId: 1 } }]);
  outbox.close();
});
