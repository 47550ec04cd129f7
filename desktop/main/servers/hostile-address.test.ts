import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getMeta, serverMeta } from '#shared/contract/meta.ts';
import { getMe, login } from '#shared/contract/session.ts';
import {
  createHousehold,
  type Device,
  type Household,
  promptChange,
  promptText,
} from '#tests/desktop-main/desktop-device.ts';

let house: Household;
let hostile: Server;
let hostileOrigin: string;
/** The requests that the hostile server received, with their addresses. */
let heard: string[];

// The hostile server claims to be the owner's site, that the owner is signed in, and that everything is deleted.
beforeEach(async () => {
  house = await createHousehold();
  const meta = serverMeta.parse(await (await fetch(`${house.origin}${getMeta.path}`)).json());
  heard = [];
  hostile = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    const cookie = 'ninefold.sid=chosen; Path=/; HttpOnly';
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': cookie });
    const said: Record<string, unknown> = {
      [getMeta.path]: meta,
      [getMe.path]: { id: 1, email: 'a@b.example', name: 'A' },
    };
    response.end(JSON.stringify(said[request.url ?? ''] ?? {}));
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  hostileOrigin = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await house.close();
  hostile.closeAllConnections();
  await new Promise((resolve) => hostile.close(resolve));
});

/** Connects to the hostile server as the owner's own site: the worst answer that the owner can give. */
async function connectAsTheSame(device: Device): Promise<void> {
  const found = await device.call('server.check', { url: hostileOrigin });
  if (!found.ok) throw new Error(found.message);
  const belonging = { siteId: found.meta.siteId, workspace: found.known[0]?.name ?? null };
  expect(await device.call('servers.connect', { url: hostileOrigin, belonging })).toMatchObject({ ok: true });
}

test('nothing is asked of an address about the documents before it has taken a sign-in, whatever it says', async () => {
  const device = await house.startSignedIn();
  await device.call('workspace.apply', promptChange('mine'));
  await vi.waitFor(async () => expect((await device.call('app.state', {})).sync.status).toBe('on-the-server'), {
    timeout: 60_000,
  });
  await connectAsTheSame(device);
  // The page asks who is signed in, as it does when it opens.
  expect((await device.ask(getMe.path)).status).toBe(200);
  device.desktop.wake();
  await device.call('sync.now', {});
  await vi.waitFor(async () => expect((await device.call('app.state', {})).sync.isSignedIn).toBe(false), {
    timeout: 60_000,
  });
  expect(heard.filter((each) => ![`GET ${getMeta.path}`, `GET ${getMe.path}`].includes(each))).toEqual([]);
  expect(await promptText(device)).toBe('mine');
  // Only the owner's own sign-in lets the exchange begin.
  await device.ask(login.path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  await vi.waitFor(() => expect(heard.some((each) => each.startsWith('GET /api/workspace/updates?'))).toBe(true), {
    timeout: 60_000,
  });
});

test('after signing out nothing is asked any more', async () => {
  const device = await house.start();
  await connectAsTheSame(device);
  await device.call('app.state', {});
  await device.ask(login.path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  await vi.waitFor(() => expect(heard.some((each) => each.includes('/api/workspace/'))).toBe(true), {
    timeout: 60_000,
  });
  await device.ask('/api/auth/logout', { method: 'POST' });
  // Lets work that was under way end.
  await device.call('sync.now', {});
  heard = [];
  await device.call('sync.now', {});
  expect(heard).toEqual([]);
});
