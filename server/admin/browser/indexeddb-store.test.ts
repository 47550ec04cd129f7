import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { openDocument } from '#shared/workspace/document.ts';
import { exchangeStoreConformance } from '#shared/workspace/exchange-store.conformance.ts';
import { storeConformance } from '#shared/workspace/store.conformance.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { VERSION } from './indexeddb-schema.ts';
import { createIndexedDbStore } from './indexeddb-store.ts';

let number = 0;
const freshName = () => {
  number += 1;
  return `workspace-${number}`;
};

afterEach(() => vi.restoreAllMocks());

test.each(storeConformance)('in IndexedDB, $rule', async ({ prove }) => {
  const name = freshName();
  await prove({ store: createIndexedDbStore(name), reopen: async () => createIndexedDbStore(name) });
});

test.each(exchangeStoreConformance)('in IndexedDB, $rule', async ({ prove }) => {
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

test('what the last page could not put on the disk any more is there before the first answer, and is sent', async () => {
  const name = freshName();
  const document = typed('last words');
  const change = {
    changeId: 'c-1',
    id: 'draft:one',
    kind: 'draft',
    type: 'update',
    update: document.encode(),
  } as const;
  let forgotten = 0;
  const pageHideSaves = { save: () => () => undefined, pending: () => [{ change, forget: () => (forgotten += 1) }] };
  const store = createIndexedDbStore(name, undefined, pageHideSaves);
  expect(openDocument({ id: 'draft:one', kind: 'draft' }, await store.load('draft:one')).text('content')).toBe(
    'last words',
  );
  expect((await store.unsent({ limit: 10, bytes: 1000 })).map(({ changeId }) => changeId)).toEqual(['c-1']);
  const again = createIndexedDbStore(name, undefined, pageHideSaves);
  expect(await again.unsent({ limit: 10, bytes: 1000 })).toHaveLength(1);
  expect(await again.load('draft:one')).toHaveLength(1);
  expect(forgotten).toBe(2);
});

test('a write is kept beside the database until it is in it, or refused', async () => {
  const calls: string[] = [];
  const pageHideSaves = {
    save: ({ changeId }: { changeId: string }) => {
      calls.push(`save ${changeId}`);
      return (outcome: 'stored' | 'refused') => calls.push(`${outcome} ${changeId}`);
    },
    pending: () => [],
  };
  const store = createIndexedDbStore(freshName(), () => 'c-1', pageHideSaves);
  const document = typed('word');
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await expect(store.append(document, document.encode())).rejects.toThrow(NotKeptError);
  expect(calls).toEqual(['save c-1', 'refused c-1']);
  await store.append(document, document.encode());
  expect(calls).toEqual(['save c-1', 'refused c-1', 'save c-1', 'stored c-1']);
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
    const request = indexedDB.open(name, VERSION + 1);
    request.onsuccess = () => resolve(request.result.version);
    request.onblocked = () => reject(new Error('blocked'));
    request.onerror = () => reject(request.error);
  });
  expect(upgraded).toBe(VERSION + 1);
});

test('what comes in is stored whole or not at all', async () => {
  const store = createIndexedDbStore(freshName());
  const document = typed('word');
  const change = { id: 'draft:one', kind: 'draft', type: 'update', update: document.encode(), changeId: null } as const;
  const place = { siteId: 'site', cursor: null, isEnd: true };
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await expect(store.receive([change, { ...change, id: 'draft:two' }], place)).rejects.toThrow(NotKeptError);
  expect(await store.place()).toBe(null);
  expect(await store.list('draft')).toEqual([]);
  await store.receive([change], place);
  expect(await store.list('draft')).toEqual(['draft:one']);
});

/** The database as the version before the exchange left it. */
async function openVersion1(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('documents', { keyPath: 'id' });
      const updates = request.result.createObjectStore('updates', { autoIncrement: true });
      updates.createIndex('document', 'documentId');
      request.result.createObjectStore('tombstones', { keyPath: 'id' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function fillVersion1(name: string): Promise<void> {
  const database = await openVersion1(name);
  const transaction = database.transaction(['documents', 'updates', 'tombstones'], 'readwrite');
  const put = (id: string, text: string) => {
    const document = openDocument({ id, kind: 'draft' });
    document.setText('content', text);
    transaction.objectStore('documents').put({ id, kind: id.slice(0, id.indexOf(':')) });
    transaction.objectStore('updates').add({ documentId: id, update: document.encode() });
    return document;
  };
  put('draft:living', 'one ');
  put('preferences:this-device', 'mine');
  const gone = put('draft:gone', 'gone');
  transaction.objectStore('tombstones').put({ ...tombstoneOf(gone, 5), upTo: 3 });
  const back = put('draft:back', 'came ');
  transaction.objectStore('tombstones').put({ ...tombstoneOf(back, 6), upTo: 4 });
  back.setText('content', 'came back');
  transaction.objectStore('updates').add({ documentId: 'draft:back', update: back.encode() });
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = reject;
  });
  database.close();
}

test('what was written before there was an exchange is unsent, and nothing of it is lost', async () => {
  const name = freshName();
  await fillVersion1(name);
  const store = createIndexedDbStore(name);
  expect((await store.list('draft')).sort()).toEqual(['draft:back', 'draft:living']);
  expect((await store.tombstones()).map(({ id, at }) => [id, at])).toEqual([['draft:gone', 5]]);
  const changes = await store.unsent({ limit: 10, bytes: 1_000_000 });
  expect(changes.map(({ id, type }) => [id, type]).sort()).toEqual([
    ['draft:back', 'update'],
    ['draft:gone', 'delete'],
    ['draft:living', 'update'],
  ]);
  const [back] = changes.filter(({ id }) => id === 'draft:back');
  const updates = back?.type === 'update' ? [back.update] : [];
  expect(openDocument({ id: 'draft:back', kind: 'draft' }, updates).text('content')).toBe('came back');
  expect(await store.place()).toBe(null);
});

test('an upgrade that fails leaves what was there, and is tried again', async () => {
  const name = freshName();
  await fillVersion1(name);
  let calls = 0;
  const store = createIndexedDbStore(name, () => {
    calls += 1;
    if (calls === 2) throw new Error('no more names');
    return `00000000-0000-4000-8000-00000000000${calls}`;
  });
  await expect(store.list('draft')).rejects.toThrow(NotKeptError);
  expect((await store.list('draft')).sort()).toEqual(['draft:back', 'draft:living']);
  expect(await store.unsent({ limit: 10, bytes: 1_000_000 })).toHaveLength(3);
});
