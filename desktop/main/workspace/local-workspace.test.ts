import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toBase64 } from '#shared/workspace/base64.ts';
import { openDocument } from '#shared/workspace/document.ts';
import {
  createHousehold,
  type Household,
  promptChange,
  promptText,
  signIn,
} from '#tests/desktop-main/desktop-device.ts';
import { workspaceSchema } from '../store/workspace-schema.ts';

let house: Household;
beforeEach(async () => {
  house = await createHousehold();
});
afterEach(() => house.close());

test('what is typed on one device is on the other within a second, and its page is told', async () => {
  const one = await house.startSignedIn();
  const other = await house.startSignedIn();
  await vi.waitFor(async () => expect((await other.call('app.state', {})).sync.lastSyncedAt).not.toBeNull(), {
    timeout: 60_000,
    interval: 10,
  });
  await one.call('workspace.apply', promptChange('from afar'));
  await vi.waitFor(async () => expect(await promptText(other)).toBe('from afar'), { timeout: 60_000, interval: 20 });
  const told = other.events.find(({ name }) => name === 'documents.changed');
  expect(told).toMatchObject({ except: undefined, payload: [{ id: 'prompt:3', kind: 'prompt', isRemoved: false }] });
});

test('a change is told to every page but the one that made it', async () => {
  const device = await house.startSignedIn();
  await device.call('workspace.apply', promptChange('a'));
  const seen = toBase64(openDocument({ id: 'prompt:3', kind: 'prompt' }).stateVector());
  const tombstone = { id: 'prompt:3', kind: 'prompt' as const, seen, at: 1 };
  expect(await device.call('workspace.apply', { type: 'remove', tombstone })).toEqual({ ok: true, outcome: 'kept' });
  const told = device.events.filter(({ name }) => name === 'documents.changed');
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ except: 1, payload: [{ id: 'prompt:3', isRemoved: false }] });
});

test('a change is committed when the answer comes: a process that ends there has lost nothing', async () => {
  const device = await house.startSignedIn();
  await device.call('workspace.apply', promptChange('kept'));
  // As after a kill: nothing was closed.
  house.isCut = true;
  const again = await house.start({ folder: device.folder });
  expect(await promptText(again)).toBe('kept');
});

/** Returns the path of the database of a device that was closed. */
function databaseOf(folder: string): string {
  const workspaces = path.join(folder, 'workspaces');
  const [name = ''] = readdirSync(workspaces).filter((file) => file.endsWith('.sqlite'));
  return path.join(workspaces, name);
}

test('a damaged database is set aside and told of, and what the server has comes back', async () => {
  const first = await house.startSignedIn();
  await first.call('workspace.apply', promptChange('on the server'));
  await vi.waitFor(async () => expect((await first.call('app.state', {})).sync.status).toBe('on-the-server'), {
    timeout: 60_000,
    interval: 10,
  });
  await first.desktop.close();
  writeFileSync(databaseOf(first.folder), 'damaged '.repeat(4096));
  const again = await house.start({ folder: first.folder });
  expect((await again.call('app.state', {})).storeNotice).toContain('damaged');
  await vi.waitFor(async () => expect(await promptText(again)).toBe('on the server'), {
    timeout: 60_000,
    interval: 10,
  });
});

test('where the database cannot be opened, no write is said to be kept, the owner reads why, and it is tried again', async () => {
  const first = await house.startSignedIn();
  await first.desktop.close();
  const database = new Database(databaseOf(first.folder));
  database.pragma('user_version = 999');
  database.close();
  const again = await house.start({ folder: first.folder });
  const state = () => again.call('app.state', {});
  expect((await state()).storeNotice).toContain('cannot be opened');
  await vi.waitFor(async () => expect((await state()).sync.status).toBe('not-kept'), { timeout: 60_000, interval: 10 });
  expect(await again.call('workspace.apply', promptChange('refused'))).toMatchObject({ ok: false });
  // Reads and writes on the server go on as usual.
  expect((await again.ask('/api/auth/me')).status).toBe(200);

  const mended = new Database(databaseOf(first.folder));
  mended.pragma(`user_version = ${workspaceSchema.migrations.length}`);
  mended.close();
  const apply = async () => expect(await again.call('workspace.apply', promptChange('kept'))).toEqual({ ok: true });
  await vi.waitFor(apply, { timeout: 60_000, interval: 100 });
  expect(await promptText(again)).toBe('kept');
  const { storeNotice, sync } = await state();
  expect(storeNotice).toBeNull();
  expect(sync.status).not.toBe('not-kept');
});

test('signed out elsewhere, what is typed waits here, and goes on with the next sign-in', async () => {
  const device = await house.startSignedIn();
  await vi.waitFor(async () => expect((await device.call('app.state', {})).sync.lastSyncedAt).not.toBeNull(), {
    timeout: 60_000,
    interval: 10,
  });
  await house.server.database.db.deleteFrom('sessions').execute();
  await device.call('workspace.apply', promptChange('typed meanwhile'));
  const state = async () => (await device.call('app.state', {})).sync;
  await vi.waitFor(async () => expect(await state()).toMatchObject({ isSignedIn: false, unsent: 1 }), {
    timeout: 60_000,
    interval: 10,
  });
  await signIn(device);
  const expected = { isSignedIn: true, unsent: 0, status: 'on-the-server' };
  await vi.waitFor(async () => expect(await state()).toMatchObject(expected), { timeout: 60_000, interval: 10 });
});

test('everything local goes into one archive', async () => {
  const device = await house.startSignedIn();
  await device.call('workspace.apply', promptChange('mine'));
  const { path: file } = await device.call('workspace.export', {});
  expect(
    readFileSync(file ?? '')
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});
