import { describe, expect, test } from 'vitest';
import type { DesktopBridge, StoreChange } from '#shared/contract/ipc.ts';
import { fromBase64, toBase64 } from '#shared/workspace/base64.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { type DocumentStore, NotKeptError } from '#shared/workspace/store-port.ts';
import { createBridgeStore } from './bridge-store.ts';

type StoreBridge = Parameters<typeof createBridgeStore>[0];

/** Main's side of the channels of the store, over a store in memory. */
function mainOver(store: DocumentStore): StoreBridge {
  const apply = async (change: StoreChange) => {
    switch (change.type) {
      case 'append':
        return store.append(change.document, fromBase64(change.update));
      case 'remove':
        return store.remove({ ...change.tombstone, seen: fromBase64(change.tombstone.seen) });
      case 'compact':
        return store.compact(change.id);
      case 'purge':
        return store.purge(change.before);
    }
  };
  return {
    'store.list': ({ kind }) => store.list(kind),
    'store.load': async ({ id }) => (await store.load(id)).map(toBase64),
    'store.summaries': async () => JSON.stringify(await store.summaries()),
    'store.tombstones': async () =>
      (await store.tombstones()).map((stone) => ({ ...stone, seen: toBase64(stone.seen) })),
    async 'workspace.apply'(change) {
      const outcome = await apply(change);
      return outcome ? { ok: true, outcome } : { ok: true };
    },
    on: { 'documents.changed': () => () => undefined },
  };
}

const bytes = (...values: number[]) => new Uint8Array(values);
const draft = { id: 'draft:a', kind: 'draft' } as const;

/** An empty update of Yjs: two lengths of zero. */
const EMPTY = bytes(0, 0);

test('what is written through main is read through main', async () => {
  const behind = createMemoryStore();
  const store = createBridgeStore(mainOver(behind));
  await store.append(draft, EMPTY);
  expect(await store.list('draft')).toEqual([draft.id]);
  expect(await store.load(draft.id)).toEqual(await behind.load(draft.id));
  expect(await store.remove({ ...draft, seen: bytes(0), at: 5 })).toBe('removed');
  expect(await store.tombstones()).toEqual(await behind.tombstones());
  await store.compact(draft.id);
  await store.purge(10);
  expect(await store.list('draft')).toEqual([]);
});

describe('what main does not keep', () => {
  test('is not kept, and says why', async () => {
    const refusing = { ...mainOver(createMemoryStore()), 'workspace.apply': async () => full };
    const full = { ok: false as const, message: 'The disk is full' };
    const failure = await createBridgeStore(refusing)
      .append(draft, EMPTY)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NotKeptError);
    expect(failure).toMatchObject({ cause: { message: 'The disk is full' } });
  });

  test('is not kept where main does not answer', async () => {
    const broken: StoreBridge = {
      ...mainOver(createMemoryStore()),
      'workspace.apply': () => Promise.reject(new Error('failed')),
      'store.list': () => Promise.reject(new Error('failed')),
    };
    const store = createBridgeStore(broken);
    await expect(store.append(draft, EMPTY)).rejects.toBeInstanceOf(NotKeptError);
    await expect(store.list('draft')).rejects.toBeInstanceOf(NotKeptError);
  });
});

test('it is settled when what was asked for, and what that led to, is on the disk', async () => {
  const written: number[] = [];
  const slow: Pick<DesktopBridge, 'workspace.apply'> = {
    async 'workspace.apply'(change) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (change.type === 'purge') written.push(change.before);
      return { ok: true };
    },
  };
  const store = createBridgeStore({ ...mainOver(createMemoryStore()), ...slow });
  await store.settled();
  void store.purge(1).then(() => store.purge(2));
  await store.settled();
  expect(written).toEqual([1, 2]);
});

describe('what lists say of drafts, asked for ahead', () => {
  /**
   * Makes the store of a page that asks ahead, over a store that already holds a draft; `asked` counts the questions to
   * main.
   */
  async function begun() {
    const behind = createMemoryStore();
    await behind.append(draft, EMPTY);
    const main = mainOver(behind);
    const heard: (() => void)[] = [];
    let asked = 0;
    const bridge: StoreBridge = {
      ...main,
      'store.summaries': (input) => {
        asked += 1;
        return main['store.summaries'](input);
      },
      on: {
        'documents.changed': (listener) => {
          heard.push(() => listener([]));
          return () => undefined;
        },
      },
    };
    const store = createBridgeStore(bridge);
    store.askAhead();
    const tellChanged = () => {
      for (const tell of heard) tell();
    };
    return { behind, store, asked: () => asked, tellChanged };
  }
  const other = { id: 'draft:b', kind: 'draft' } as const;
  const idsIn = async (store: DocumentStore) => (await store.summaries()).map(({ id }) => id).sort();

  test('is given once', async () => {
    const { store, asked } = await begun();
    expect(asked()).toBe(1);
    expect(await idsIn(store)).toEqual([draft.id]);
    expect(asked()).toBe(1);
    await store.summaries();
    expect(asked()).toBe(2);
  });

  test('is asked for anew where another device or window has changed something', async () => {
    const { behind, store, tellChanged } = await begun();
    await behind.append(other, EMPTY);
    tellChanged();
    expect(await idsIn(store)).toEqual([draft.id, other.id]);
  });

  test('is asked for anew where this page has written', async () => {
    const { store } = await begun();
    await store.append(other, EMPTY);
    expect(await idsIn(store)).toEqual([draft.id, other.id]);
  });
});
