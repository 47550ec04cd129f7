import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createHousehold,
  type Household,
  OWNER,
  promptChange,
  promptText,
  signIn,
} from '#tests/desktop-main/desktop-device.ts';

let house: Household;
beforeEach(async () => {
  house = await createHousehold();
});
afterEach(() => house.close());

test('first start: no server, then one that is checked, then a login through the page', async () => {
  const device = await house.start();
  expect(await device.call('app.state', {})).toMatchObject({ server: null, version: '9.9.9', storeNotice: null });
  expect(await device.call('store.list', { kind: 'draft' })).toEqual([]);
  expect(await device.desktop.waiting()).toBeNull();
  expect(await device.call('workspace.apply', promptChange('x'))).toMatchObject({ ok: false });
  expect(await device.call('servers.connect', { url: 'http://127.0.0.1:1' })).toMatchObject({ ok: false });
  expect(await device.call('servers.connect', { url: house.origin })).toMatchObject({
    ok: true,
    server: { url: house.origin },
  });
  expect(device.events.map(({ name }) => name)).toContain('server changed');
  expect((await device.call('app.state', {})).server).toMatchObject({ url: house.origin, siteUrl: 'http://site.test' });
  expect((await device.ask('/api/auth/me')).status).toBe(401);
  await signIn(device);
  expect(await (await device.ask('/api/auth/me')).json()).toMatchObject({ email: OWNER.email });
});

test('the session is there after a restart, and nowhere on the disk in clear', async () => {
  const first = await house.startSignedIn();
  await first.desktop.close();
  const again = await house.start({ folder: first.folder });
  expect((await again.ask('/api/auth/me')).status).toBe(200);
  for (const name of readdirSync(first.folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(first.folder, name);
    const text = readOrNothing(file);
    expect([name, text.includes('ninefold.sid')]).toEqual([name, false]);
  }
});

test.skipIf(process.platform === 'win32')('nobody else on the computer reads what is kept', async () => {
  const { folder } = await house.startSignedIn();
  for (const name of ['workspaces', 'pictures', 'credentials', 'answers', 'copies', 'servers.json']) {
    expect([name, statSync(path.join(folder, name)).mode & 0o077]).toEqual([name, 0]);
  }
});

test('where the system keeps no secrets, the app says so and the sign-in ends with it', async () => {
  const first = await house.startSignedIn({ keepsSecrets: false });
  expect((await first.call('app.state', {})).keepsSecrets).toBe(false);
  await first.desktop.close();
  const again = await house.start({ folder: first.folder, keepsSecrets: false });
  expect((await again.ask('/api/auth/me')).status).toBe(401);
});

test('the app is there before the keyring has answered, and its page waits for the answer', async () => {
  const keyring = Promise.withResolvers<boolean>();
  const device = await house.start({ keepsSecrets: keyring.promise });
  let isTold = false;
  const state = device.call('app.state', {}).finally(() => {
    isTold = true;
  });
  await device.desktop.opened;
  expect(await device.call('servers.list', {})).toEqual({ servers: [], currentId: null });
  expect(isTold).toBe(false);
  keyring.resolve(false);
  expect((await state).keepsSecrets).toBe(false);
});

test('signing out forgets the session and what could be read without the server', async () => {
  const device = await house.startSignedIn();
  await device.ask('/api/posts');
  expect((await device.ask('/api/auth/logout', { method: 'POST' })).status).toBe(204);
  expect((await device.ask('/api/auth/me')).status).toBe(401);
  house.isCut = true;
  expect((await device.ask('/api/posts')).type).toBe('error');
});

test('without the network, also after a restart, what was seen is read and what is typed is kept, and follows once it is back', async () => {
  const first = await house.startSignedIn();
  const posts = await (await first.ask('/api/posts')).json();
  // The app knows who is signed in from the sign-in alone, as the page does.
  await first.desktop.close();
  house.isCut = true;
  const device = await house.start({ folder: first.folder });
  expect((await device.call('app.state', {})).server).not.toBeNull();
  const offline = await device.ask('/api/posts');
  expect(await offline.json()).toEqual(posts);
  expect(offline.headers.has('x-ninefold-age')).toBe(true);
  expect((await device.ask('/api/auth/me')).status).toBe(200);
  expect(await device.call('workspace.apply', promptChange('typed on the train'))).toEqual({ ok: true });
  expect(await promptText(device)).toBe('typed on the train');
  await vi.waitFor(
    async () => {
      const { isOnline, sync } = await device.call('app.state', {});
      expect([isOnline, sync.isOnline, sync.waiting]).toEqual([false, false, ['prompt:3']]);
    },
    { timeout: 60_000, interval: 10 },
  );
  expect(await device.desktop.waiting()).toEqual({ posts: 0, documents: 1, pictures: 0 });
  house.isCut = false;
  device.desktop.wake();
  await vi.waitFor(
    async () => expect((await device.call('app.state', {})).sync).toMatchObject({ status: 'on-the-server', unsent: 0 }),
    { timeout: 60_000, interval: 10 },
  );
  expect(device.events.filter(({ name }) => name === 'network.state').at(-1)?.payload).toEqual({ isOnline: true });
});

test('only addresses of the web and of mail are given to the system', async () => {
  const device = await house.start();
  for (const url of ['https://x.example/a', 'mailto:a@b.example']) {
    expect(await device.call('shell.open-external', { url })).toEqual({ ok: true });
  }
  for (const url of [
    'file:///etc/passwd',
    'smb://x',
    'javascript:alert(1)',
    'ninefold://post/1',
    'ms-msdt:x',
    'x',
    ' ',
  ]) {
    expect(await device.call('shell.open-external', { url })).toMatchObject({ ok: false });
  }
  expect(device.opened).toEqual(['https://x.example/a', 'mailto:a@b.example']);
});

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

test('a page writes for the site its documents belong to, until the owner says that they belong to another one', async () => {
  const device = await house.startSignedIn();
  const state = () => device.call('app.state', {});
  await vi.waitFor(async () => expect((await state()).sync.lastSyncedAt).not.toBeNull(), {
    timeout: 60_000,
    interval: 10,
  });
  const { siteId } = (await (await device.ask('/api/meta')).json()) as { siteId: string };
  expect((await state()).server).toMatchObject({ siteId });

  await house.putOtherSite('another-site');
  // The app finds out one by one that its earlier connections are dead.
  await vi.waitFor(() => signIn(device), { timeout: 60_000, interval: 10 });
  const asked = async () => expect((await state()).sync.question).toEqual({ siteId: 'another-site' });
  await vi.waitFor(asked, { timeout: 60_000, interval: 10 });
  expect((await state()).server).toMatchObject({ siteId });
  const write = await device.ask('/api/tags', {
    method: 'POST',
    body: '{"name":"Meant for the one before"}',
    headers: { 'content-type': 'application/json', 'x-ninefold-site': siteId },
  });
  expect([write.status, ((await write.json()) as { code: string }).code]).toEqual([410, 'other_site']);

  device.events.length = 0;
  await device.call('sync.adopt', {});
  // The page is loaded anew, and from then on means the other site.
  expect(device.events.map(({ name }) => name)).toContain('server changed');
  expect((await state()).server).toMatchObject({ siteId: 'another-site' });
});
