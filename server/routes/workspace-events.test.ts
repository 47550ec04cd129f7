import { afterEach, beforeEach, expect, test } from 'vitest';
import { OfflineError } from '#shared/api-client/api-error.ts';
import { type ApiClient, createApiClient } from '#shared/api-client/client.ts';
import { logout } from '#shared/contract/session.ts';
import { pullUpdates, pushUpdates, type WorkspaceEvent, watchWorkspace } from '#shared/contract/workspace.ts';
import { createTestTimers, type TestTimers } from '../adapters/ai/test-timers.ts';
import { createTestApp, SITE_ID, type TestApp } from '../test-app.ts';
import { openWriter } from '../test-workspace.ts';

let app: TestApp;
let address: string;
let timers: TestTimers;
let client: ApiClient;
let leave: AbortController;
beforeEach(async () => {
  timers = createTestTimers();
  app = await createTestApp({ timers });
  address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  client = clientWith(await app.signIn());
  leave = new AbortController();
});
afterEach(async () => {
  leave.abort();
  await app.close();
});

function clientWith(cookie: string): ApiClient {
  return createApiClient({
    baseUrl: address,
    fetch: (target, init) => {
      const headers = new Headers(init.headers);
      headers.set('cookie', cookie);
      return fetch(target, { ...init, headers });
    },
  });
}

const push = (text: string) =>
  client.call(pushUpdates, { body: { siteId: SITE_ID, updates: [openWriter().type(text)] } });
const watch = (by = client, onBytes?: () => void) =>
  by.events(watchWorkspace, { signal: leave.signal, ...(onBytes ? { onBytes } : {}) });
const next = async (events: AsyncGenerator<WorkspaceEvent>) => (await events.next()).value as WorkspaceEvent;

test('who begins to watch is told where the log ends', async () => {
  await push('one');
  const { cursor } = await client.call(pullUpdates, { query: {} });
  expect(await next(watch())).toEqual({ event: 'updates', data: cursor });
});

test('each push is told at once, without a timer, to all who watch, of whichever session', async () => {
  await push('one');
  const watching = [watch(), watch(clientWith(await app.signIn()))];
  await Promise.all(watching.map(next));
  for (const text of ['two', 'three', 'four', 'five', 'six']) {
    const told = watching.map(next);
    const { stored } = await push(text);
    // The clock of the timers stands still: a watcher that waited for a timer would wait for ever.
    for (const { data } of await Promise.all(told))
      expect(data).toMatchObject({ siteId: SITE_ID, seq: stored[0]?.seq });
  }
});

test('a push that brings nothing new is not told', async () => {
  const update = openWriter().type('one');
  const body = { siteId: SITE_ID, updates: [update] };
  await client.call(pushUpdates, { body });
  const events = watch();
  await next(events);
  const told = next(events);
  await client.call(pushUpdates, { body });
  const { stored } = await push('two');
  expect((await told).data.seq).toBe(stored[0]?.seq);
});

test('the stream is neither compressed nor kept, and a comment comes every 15 s', async () => {
  await push('one');
  let pieces = 0;
  const events = watch(client, () => {
    pieces += 1;
  });
  await next(events);
  const rest = events.next();
  const before = pieces;
  timers.advance(15_000);
  await expect.poll(() => pieces).toBe(before + 1);
  timers.advance(15_000);
  await expect.poll(() => pieces).toBe(before + 2);
  const response = await fetch(address + watchWorkspace.path, {
    headers: { cookie: await app.signIn(), 'accept-encoding': 'gzip, br' },
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  await response.body?.cancel();
  leave.abort();
  await expect(rest).rejects.toThrow();
});

test('a session that has ended watches no longer than to the next comment', async () => {
  await push('one');
  const guest = clientWith(await app.signIn());
  const events = watch(guest);
  await next(events);
  await guest.call(logout);
  timers.advance(15_000);
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test('a server that stops ends the streams and does not wait for them', async () => {
  await push('one');
  const events = watch();
  await next(events);
  const rest = events.next();
  const started = performance.now();
  await app.close();
  expect(performance.now() - started).toBeLessThan(2000);
  expect(await rest.catch((error: unknown) => error)).toSatisfy(
    (end: unknown) => end instanceof OfflineError || (end as { done: boolean }).done,
  );
  app = await createTestApp();
});

test('who leaves is forgotten', async () => {
  const atRest = timers.waiting();
  await push('one');
  const events = watch();
  await next(events);
  await events.return(undefined);
  await expect.poll(() => timers.waiting()).toEqual(atRest);
});

test('HEAD is answered and does not stay', async () => {
  const atRest = timers.waiting();
  const response = await fetch(address + watchWorkspace.path, {
    method: 'HEAD',
    headers: { cookie: await app.signIn() },
  });
  expect(response.status).toBe(200);
  await expect.poll(() => timers.waiting()).toEqual(atRest);
});

test('nobody watches without a session', async () => {
  expect((await fetch(address + watchWorkspace.path)).status).toBe(401);
});
