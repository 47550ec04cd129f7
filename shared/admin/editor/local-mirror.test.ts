import { describe, expect, test } from 'vitest';
import type { KeyValue } from '../ports.ts';
import { createMirror, MIRROR_DELAY_MS } from './local-mirror.ts';
import { createTestClock } from './test-clock.ts';

/** Makes a localStorage like a browser's; a value longer than `room` is silently not stored. */
function createStorage(room = 1000): KeyValue & { writes: string[] } {
  const values = new Map<string, string>();
  const writes: string[] = [];
  return {
    writes,
    get: (key) => values.get(key) ?? null,
    set(key, value) {
      if (value.length > room) return;
      values.set(key, value);
      writes.push(key);
    },
    remove: (key) => values.delete(key),
  };
}

function setUp(storage = createStorage(), documents: { value: string | null } = { value: '[1]' }) {
  const clock = createTestClock();
  const taken: (string | null)[] = [];
  const mirror = createMirror({
    key: 'customPrompts',
    storage,
    timers: clock,
    read: () => documents.value,
    takeIn(value) {
      taken.push(value);
      documents.value = value;
    },
  });
  const write = async (value: string | null) => {
    documents.value = value;
    mirror.changed();
    await clock.pass(MIRROR_DELAY_MS);
  };
  return { clock, documents, mirror, storage, taken, write };
}

test('a key is written at most once a second, and not within the keystroke', async () => {
  const { clock, documents, mirror, storage } = setUp();
  for (let key = 0; key < 20; key += 1) {
    documents.value = `[${key}]`;
    mirror.changed();
    expect(storage.writes).toEqual([]);
    await clock.pass(40);
  }
  await clock.pass(MIRROR_DELAY_MS);
  expect(storage.writes.filter((key) => key === 'customPrompts')).toHaveLength(1);
  expect(storage.get('customPrompts')).toBe('[19]');
});

test('a page that goes away has its keys written at once, if there is something to write', () => {
  const { mirror, storage } = setUp();
  mirror.flush();
  expect(storage.writes).toEqual([]);
  mirror.changed();
  mirror.flush();
  expect(storage.get('customPrompts')).toBe('[1]');
});

test('a value that says nothing takes the key away', async () => {
  const { storage, write } = setUp();
  await write('[1]');
  await write(null);
  expect(storage.get('customPrompts')).toBeNull();
});

describe('at load', () => {
  test('a value we wrote is no edit', async () => {
    const first = setUp();
    await first.write('[2]');
    const { mirror, taken } = setUp(first.storage);
    mirror.check();
    expect(taken).toEqual([]);
  });

  test('a value someone else wrote is taken in as an edit, once', async () => {
    const first = setUp();
    await first.write('[2]');
    first.storage.set('customPrompts', '["theirs"]');
    const { mirror, taken } = setUp(first.storage);
    mirror.check();
    mirror.check();
    expect(taken).toEqual(['["theirs"]']);
  });

  test('so is an older value of ours that someone put back', async () => {
    const first = setUp();
    await first.write('[2]');
    await first.write('[3]');
    first.storage.set('customPrompts', '[2]');
    const { mirror, taken } = setUp(first.storage);
    mirror.check();
    expect(taken).toEqual(['[2]']);
  });

  test('so is what was there before we ever wrote', () => {
    const storage = createStorage();
    storage.set('customPrompts', '["old"]');
    const { mirror, taken } = setUp(storage);
    mirror.check();
    expect(taken).toEqual(['["old"]']);
  });

  test('a key taken away by someone else is an edit, a key that never was is none', async () => {
    const first = setUp();
    first.mirror.check();
    expect(first.taken).toEqual([]);
    await first.write('[2]');
    first.storage.remove('customPrompts');
    const { mirror, taken } = setUp(first.storage);
    mirror.check();
    expect(taken).toEqual([null]);
  });

  test('a crash between the two writes is no edit, whichever of them arrived', async () => {
    for (const isWritten of [true, false]) {
      const storage = createStorage();
      const first = setUp(storage);
      await first.write('[2]');
      const { set } = storage;
      let left = isWritten ? 2 : 1;
      storage.set = (key, value) => {
        if (left === 0) return;
        left -= 1;
        set(key, value);
      };
      const { remove } = storage;
      storage.remove = () => undefined;
      await first.write('[3]');
      Object.assign(storage, { set, remove });
      const { mirror, taken } = setUp(storage);
      mirror.check();
      expect(taken).toEqual([]);
    }
  });
});

test('a value that does not fit is dropped, and its absence is no edit at the next load', async () => {
  const storage = createStorage(100);
  const first = setUp(storage);
  await first.write('[2]');
  await first.write(`[${'9'.repeat(200)}]`);
  expect(storage.get('customPrompts')).toBeNull();
  expect(first.documents.value).toHaveLength(202);
  const { mirror, taken } = setUp(storage, first.documents);
  mirror.check();
  expect(taken).toEqual([]);
});
