import { expect, test } from 'vitest';
import { openDocument } from './document.ts';
import { createMemoryStore } from './memory-store.ts';
import { storeContract } from './store.contract.ts';
import { NotKeptError } from './store-port.ts';

test.each(storeContract)('in memory, $rule', async ({ prove }) => {
  const store = createMemoryStore();
  await prove({ store, reopen: async () => store });
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
