import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uniqueId } from '#shared/workspace/document-ids.ts';
import { exchangeStoreConformance } from '#shared/workspace/exchange-store.conformance.ts';
import { storeConformance } from '#shared/workspace/store.conformance.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import { createReopeningStore } from './reopening-store.ts';

const time = { at: 5000, now: () => time.at };
let folder: string;
let file: string;
let tries: number;
let made: SqliteStore[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-late-'));
  file = path.join(folder, 'site.sqlite');
  tries = 0;
  made = [];
});
afterEach(() => {
  for (const store of made) store.close();
  rmSync(folder, { recursive: true });
});

function createStore(): SqliteStore {
  const open = () => {
    tries += 1;
    return openSqliteStore({ file, clock: time, uniqueId }).store;
  };
  const store = createReopeningStore({ open, cause: new Error('no room'), clock: time });
  made.push(store);
  return store;
}

test.each([...storeConformance, ...exchangeStoreConformance])('opened late, $rule', async ({ prove }) => {
  const opened = () => {
    const store = createStore();
    time.at += 1000;
    return store;
  };
  await prove({ store: opened(), reopen: async () => opened() });
});

test('nothing is kept before the database can be opened, which is tried once a second', async () => {
  // A folder has the name, so no file can be made under it.
  mkdirSync(file);
  const store = createStore();
  const refused = store.append({ id: 'draft:a', kind: 'draft' }, new Uint8Array([0, 0]));
  await expect(refused).rejects.toThrow(NotKeptError);
  await expect(refused).rejects.toMatchObject({ cause: { message: 'no room' } });
  expect(tries).toBe(0);
  time.at += 1000;
  await expect(store.list('draft')).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/^SQLITE_/) },
  });
  await expect(store.place()).rejects.toThrow(NotKeptError);
  expect(tries).toBe(1);

  rmdirSync(file);
  await expect(store.list('draft')).rejects.toThrow(NotKeptError);
  time.at += 1000;
  expect(await store.list('draft')).toEqual([]);
  expect(await store.waiting()).toEqual(new Map());
  expect(tries).toBe(2);
});

test('what was closed is not opened any more', async () => {
  const store = createStore();
  store.close();
  time.at += 1000;
  await expect(store.list('draft')).rejects.toThrow(NotKeptError);
  expect(tries).toBe(0);
});
