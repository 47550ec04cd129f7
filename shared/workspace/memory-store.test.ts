import { expect, test } from 'vitest';
import { openDocument } from './document.ts';
import { exchangeStoreConformance } from './exchange-store.conformance.ts';
import { createMemoryStore } from './memory-store.ts';
import { storeConformance } from './store.conformance.ts';
import { NotKeptError } from './store-port.ts';

test.each(storeConformance)('in memory, $rule', async ({ prove }) => {
  const store = createMemoryStore();
  await prove({ store, reopen: async () => store });
});

test.each(exchangeStoreConformance)('in memory, $rule', async ({ prove }) => {
  const store = createMemoryStore();
  await prove({ store, reopen: async () => store });
});

test('a copy of a store holds the same and goes its own way', async () => {
  const store = createMemoryStore();
  const document = openDocument({ id: 'draft:one', kind: 'draft' });
  document.setText('content', 'word');
  await store.append(document, document.encode());
  const copy = store.copy();
  expect(await copy.unsent({ limit: 10, bytes: 1000 })).toEqual(await store.unsent({ limit: 10, bytes: 1000 }));
  await copy.startOver('site');
  await copy.append({ id: 'draft:two', kind: 'draft' }, document.encode());
  expect(await store.list('draft')).toEqual(['draft:one']);
  expect(await store.place()).toBe(null);
});

test('a store that fails keeps nothing of what it refused, and takes it the next time', async () => {
  const store = createMemoryStore();
  const document = openDocument({ id: 'draft:one', kind: 'draft' });
  document.setText('content', 'word');
  store.fail(new Error('disk full'));
  await expect(store.append(document, document.encode())).rejects.toThrow(NotKeptError);
  store.fail(null);
  expect(await store.load('draft:one')).toEqual([]);
  await store.append(document, document.encode());
  expect(openDocument({ id: 'draft:one', kind: 'draft' }, await store.load('draft:one')).text('content')).toBe('word');
});
