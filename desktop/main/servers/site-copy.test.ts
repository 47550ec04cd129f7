import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHousehold, type Device, type Household, signIn } from '#tests/desktop-main/desktop-device.ts';
import { isWhole } from '#tests/share.ts';

let house: Household;
beforeEach(async () => {
  house = await createHousehold({ isHurried: true });
});
afterEach(() => house.close());

const copies = ({ folder }: Device) => path.join(folder, 'copies');
const state = (device: Device) => device.call('copy.state', {});

/** Starts a device whose page has shown the list of posts, and waits until its copy is complete. */
async function startWithCopy(): Promise<Device> {
  const device = await house.startSignedIn();
  await device.ask('/api/posts');
  await vi.waitFor(async () => expect(await state(device)).toMatchObject({ isWhole: true, isCopying: false }), {
    timeout: 60_000,
    interval: 10,
  });
  return device;
}

test('once the page has its list, the site is copied; without the network what was never asked for is answered', async () => {
  const first = await house.startSignedIn();
  expect(await state(first)).toMatchObject({ posts: 0, isCopying: false });
  await first.desktop.close();
  const device = await startWithCopy();
  const id = await house.server.post({ title: 'Crème', slug: 'creme', published: false });
  await device.ask(`/api/posts/by-id/${id}`);
  house.isCut = true;
  for (const address of [
    '/api/posts?q=creme',
    '/api/posts/creme',
    `/api/posts/by-id/${id}`,
    '/api/posts?status=draft',
  ]) {
    const response = await device.ask(address);
    expect([address, response.status, response.headers.has('x-ninefold-age')]).toEqual([address, 200, true]);
    expect(await response.text()).toContain('Crème');
  }
  for (const address of ['/api/categories', '/api/tags', '/api/authors', '/api/settings', '/api/prompt-templates']) {
    expect([address, (await device.ask(address)).status]).toEqual([address, 200]);
  }
  expect((await device.ask('/api/posts/by-id/99999')).type).toBe('error');
  expect(device.events.some(({ name }) => name === 'copy.state')).toBe(true);
});

test('signing out leaves nothing of the site on the disk, and the next sign-in copies it anew', async () => {
  await house.server.post({ title: 'MY SECRET DRAFT', published: false });
  const device = await startWithCopy();
  await device.ask('/api/auth/logout', { method: 'POST' });
  expect(await state(device)).toMatchObject({ posts: 0, isWhole: false });
  for (const name of readdirSync(copies(device))) {
    expect(readFileSync(path.join(copies(device), name), 'latin1')).not.toContain('SECRET');
  }
  // The other tests cover the first copy after a sign-in.
  if (!isWhole) return;
  await signIn(device);
  await vi.waitFor(async () => expect(await state(device)).toMatchObject({ isWhole: true }), { timeout: 60_000 });
});

test('a server that is forgotten takes its copy along', async () => {
  const device = await startWithCopy();
  expect(readdirSync(copies(device))).not.toEqual([]);
  const [server] = (await device.call('servers.list', {})).servers;
  await device.call('servers.remove', { id: server?.id ?? '' });
  expect(readdirSync(copies(device))).toEqual([]);
});

test('how much room pictures have is remembered, for every server', async () => {
  const device = await house.startSignedIn();
  expect((await state(device))?.limit).toBe(2 * 1024 ** 3);
  await device.call('copy.set-limit', { bytes: 1024 });
  expect((await state(device))?.limit).toBe(1024);
  await device.desktop.close();
  const again = await house.start({ folder: device.folder });
  expect((await state(again))?.limit).toBe(1024);
  expect(existsSync(path.join(device.folder, 'copies.json'))).toBe(true);
});
