import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { beginLeaving, finishLeaving, WORKSPACE_DATABASE } from './leave-nothing.ts';

/** A page's storage, in memory. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}

const open = (factory: IDBFactory): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = factory.open(WORKSPACE_DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('documents');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let indexedDB: IDBFactory;
let stores: Parameters<typeof finishLeaving>[0];
beforeEach(() => {
  indexedDB = new IDBFactory();
  stores = { indexedDB, localStorage: storage(), sessionStorage: storage() };
  stores.localStorage.setItem('adminSomething', 'words');
  stores.sessionStorage.setItem('something', 'words');
});

/** Does what the button does, and returns the addresses that the page went to. */
function ask() {
  const went: string[] = [];
  const location = { replace: (address: string) => void went.push(address) } as unknown as Location;
  void beginLeaving({ sessionStorage: stores.sessionStorage, location });
  return { went };
}

test('a page that was not asked to removes nothing', async () => {
  const database = await open(indexedDB);
  await finishLeaving(stores, 0);
  expect((await indexedDB.databases()).length).toBe(1);
  expect(stores.localStorage.length).toBe(1);
  database.close();
});

test('nothing of the admin is left, also where another page has it open and lets go', async () => {
  const database = await open(indexedDB);
  database.onversionchange = () => database.close();
  const { went } = ask();
  await finishLeaving(stores);
  expect(went).toEqual(['/admin/login']);
  expect(await indexedDB.databases()).toEqual([]);
  expect([stores.localStorage.length, stores.sessionStorage.length]).toEqual([0, 0]);
});

test('where something holds on to it, that is said, and nothing is called removed', async () => {
  await open(indexedDB);
  ask();
  await expect(finishLeaving(stores, 0)).rejects.toThrow('Close it and try again');
  expect(stores.localStorage.length).toBe(1);
});
