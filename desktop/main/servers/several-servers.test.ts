import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createHousehold,
  type Device,
  type Household,
  promptChange,
  promptText,
} from '#tests/desktop-main/desktop-device.ts';

let house: Household;
beforeEach(async () => {
  house = await createHousehold();
});
afterEach(() => house.close());

/** Connects to the household's server under another host name, as another site with documents of its own. */
async function connectToOther(device: Device): Promise<void> {
  const { meta } = await checked(device, otherName());
  const belonging = { siteId: meta.siteId, workspace: null };
  expect(await device.call('servers.connect', { url: otherName(), belonging })).toMatchObject({ ok: true });
}
const otherName = () => house.origin.replace('127.0.0.1', 'localhost');
async function checked(device: Device, url: string) {
  const answer = await device.call('server.check', { url });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

test('each server has its own sign-in, and the way back is one call', async () => {
  const device = await house.startSignedIn();
  await device.call('workspace.apply', promptChange('of the first'));
  const first = (await device.call('servers.list', {})).currentId ?? '';
  await connectToOther(device);
  await device.call('app.state', {});
  expect((await device.ask('/api/auth/me')).status).toBe(401);
  expect((await device.call('servers.list', {})).servers).toHaveLength(2);
  expect(await device.call('servers.use', { id: first })).toEqual({ ok: true });
  expect((await device.ask('/api/auth/me')).status).toBe(200);
  expect(await device.call('servers.use', { id: 'unknown' })).toMatchObject({ ok: false });
});

test('a page of the server before writes nothing into the next one', async () => {
  const device = await house.startSignedIn();
  await device.call('workspace.apply', promptChange('of the first'));
  await connectToOther(device);
  expect(await device.call('workspace.apply', promptChange('late'))).toMatchObject({ ok: false });
  await device.call('app.state', {});
  expect(await promptText(device)).toBe('');
  expect(await device.call('workspace.apply', promptChange('in time'))).toEqual({ ok: true });
});

test('a known site at another address gets no documents before the owner has said that it is the same', async () => {
  const device = await house.startSignedIn();
  await device.call('workspace.apply', promptChange('mine'));
  const { known, meta } = await checked(device, otherName());
  expect(known).toMatchObject([{ origins: [house.origin] }]);
  expect(await device.call('servers.connect', { url: otherName() })).toMatchObject({ ok: false });
  expect((await device.call('app.state', {})).server?.url).toBe(house.origin);
  const belonging = { siteId: meta.siteId, workspace: known[0]?.name ?? null };
  expect(await device.call('servers.connect', { url: otherName(), belonging })).toMatchObject({ ok: true });
  await device.call('app.state', {});
  expect(await promptText(device)).toBe('mine');
});

test('a server that is forgotten takes its sign-in and its answers along; what was written stays', async () => {
  const device = await house.startSignedIn();
  await device.ask('/api/posts');
  await device.call('workspace.apply', promptChange('mine'));
  const { currentId } = await device.call('servers.list', {});
  expect(await device.call('servers.remove', { id: currentId ?? '' })).toEqual({ ok: true });
  expect((await device.call('app.state', {})).server).toBeNull();
  expect((await device.ask('/api/posts')).type).toBe('error');
  for (const name of ['credentials', 'answers']) {
    expect([name, readdirSync(path.join(device.folder, name))]).toEqual([name, []]);
  }
  await device.call('servers.connect', { url: house.origin });
  await device.call('app.state', {});
  expect(await promptText(device)).toBe('mine');
  expect((await device.ask('/api/auth/me')).status).toBe(401);
});
