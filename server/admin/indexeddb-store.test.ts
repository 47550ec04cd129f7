import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { openDocument } from '#shared/workspace/document.ts';
import { storeContract } from '#shared/workspace/store.contract.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { createIndexedDbStore } from './indexeddb-store.ts';

let number = 0;
const freshName = () => {
  number += 1;
  return `workspace-${number}`;
};

afterEach(() => vi.restoreAllMocks());

test.each(storeContract)('in IndexedDB, $rule', async ({ prove }) => {
  const name = freshName();
  await prove({ store: createIndexedDbStore(name), reopen: async () => createIndexedDbStore(name) });
});

function typed(text: string) {
  const document = openDocument({ id: 'draft:one', kind: 'draft' });
  document.setText('content', text);
  return document;
}

test('every write asks for the disk, not for the cache', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const store = createIndexedDbStore(freshName());
  const document = typed('word');
  await store.append(document, document.encode());
  await store.remove(tombstoneOf(document, 1));
  await store.compact('draft:one');
  const writes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(writes).toHaveLength(3);
  for (const [, , options] of writes) expect(options).toEqual({ durability: 'strict' });
});

test('an append is handed over whole before anything is waited for, so that a page may go', async () => {
  const store = createIndexedDbStore(freshName());
  await store.load('draft:one');
  const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
  const document = typed('last words');
  const appended = store.append(document, document.encode());
  await Promise.resolve();
  await Promise.resolve();
  expect(commit).toHaveBeenCalledTimes(1);
  await appended;
});

test('without IndexedDB every call says that nothing is kept', async () => {
  const whole = globalThis.indexedDB;
  Object.assign(globalThis, { indexedDB: undefined });
  try {
    const store = createIndexedDbStore(freshName());
    const document = typed('word');
    await expect(store.append(document, document.encode())).rejects.toThrow(NotKeptError);
    await expect(store.list('draft')).rejects.toThrow('Not kept on this computer');
  } finally {
    Object.assign(globalThis, { indexedDB: whole });
  }
});

test('a database that cannot be opened is tried again at the next call', async () => {
  const store = createIndexedDbStore(freshName());
  const document = typed('word');
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce(() => {
    throw new DOMException('Storage is blocked', 'SecurityError');
  });
  await expect(store.append(document, document.encode())).rejects.toThrow(NotKeptError);
  await store.append(document, document.encode());
  expect(await store.list('draft')).toEqual(['draft:one']);
});

test('a full disk refuses an update whole, and later ones are kept again', async () => {
  const store = createIndexedDbStore(freshName());
  const document = typed('word');
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await expect(store.append(document, document.encode())).rejects.toMatchObject({
    name: 'NotKeptError',
    cause: { name: 'QuotaExceededError' },
  });
  expect(await store.list('draft')).toEqual([]);
  await store.append(document, document.encode());
  expect(await store.list('draft')).toEqual(['draft:one']);
});

test('a connection the browser has closed is opened again', async () => {
  const connections: IDBDatabase[] = [];
  const open = IDBFactory.prototype.open;
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
    const request = open.apply(this, args);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  });
  const store = createIndexedDbStore(freshName());
  await store.list('draft');
  connections[0]?.close();
  const document = typed('word');
  await expect(store.append(document, document.encode())).rejects.toThrow(NotKeptError);
  await store.append(document, document.encode());
  expect(await store.list('draft')).toEqual(['draft:one']);
});

test('a newer program in another tab may change the database', async () => {
  const name = freshName();
  const store = createIndexedDbStore(name);
  await store.list('draft');
  const upgraded = await new Promise<number>((resolve, reject) => {
    const request = indexedDB.open(name, 2);
    request.onsuccess = () => resolve(request.result.version);
    request.onblocked = () => reject(new Error('blocked'));
    request.onerror = () => reject(request.error);
  });
  expect(upgraded).toBe(2);
});
