import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { newDraftId, openNewDraft, openStoredDraft } from '#shared/workspace/post-draft.ts';
import { type DocumentStore, type ForeignChange, NotKeptError } from '#shared/workspace/store-port.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { createTestClock } from '../editor/test-clock.ts';
import { createOpenDocument, TYPED_DELAY_MS } from './open-document.ts';

const id = newDraftId('test');

function setUp(store: DocumentStore = createMemoryStore(), onJournal?: () => void) {
  const clock = createTestClock();
  const document = openNewDraft(id);
  const options = { document, store, clock, timers: clock, isStored: false, delay: TYPED_DELAY_MS, onJournal };
  const open = createOpenDocument(options);
  const type = (text: string) => document.setText('content', document.text('content') + text);
  const kept = async () => openStoredDraft(id, await store.load(id)).text('content');
  return { clock, document, open, store, type, kept };
}

/** Makes a store with a slow disk: each append ends when the test says so. */
function slowStore() {
  const store = createMemoryStore();
  const waiting: (() => void)[] = [];
  const slow: DocumentStore = {
    ...store,
    append: async (name, update) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await store.append(name, update);
    },
  };
  return { slow, waiting };
}

test('what is typed is on the disk well within a second of the first keystroke', async () => {
  const { clock, open, type, kept } = setUp();
  type('word');
  expect(open.journal()).toEqual({ kind: 'typing', since: clock.now() });
  await clock.pass(TYPED_DELAY_MS);
  expect(TYPED_DELAY_MS).toBeLessThan(1000);
  expect(await kept()).toBe('word');
  expect(open.journal()).toEqual({ kind: 'kept', at: clock.now() });
});

test('typing on does not put the write off', async () => {
  const { clock, type, kept } = setUp();
  for (let key = 0; key < 40; key += 1) {
    type('x');
    await clock.pass(50);
  }
  expect((await kept()).length).toBeGreaterThanOrEqual(40 - 20);
});

test('whenever the program is killed, what comes back is what was typed but for the last second', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 3000 }),
      fc.array(fc.nat(120), { maxLength: 60 }),
      async (kill, gaps) => {
        const { clock, type, kept } = setUp();
        const typed: { at: number; text: string }[] = [];
        const start = clock.now();
        let text = '';
        for (const gap of gaps) {
          if (clock.now() - start + gap > kill) break;
          await clock.pass(gap);
          const key = String.fromCharCode(97 + (typed.length % 26));
          type(key);
          text += key;
          typed.push({ at: clock.now(), text });
        }
        await clock.pass(start + kill - clock.now());
        const back = await kept();
        expect(text.startsWith(back)).toBe(true);
        const old = typed.findLast(({ at }) => at <= clock.now() - 1000);
        expect(back.length).toBeGreaterThanOrEqual(old?.text.length ?? 0);
      },
    ),
    { seed: 46, numRuns: 40 },
  );
});

test('looking at a document writes nothing', async () => {
  const { clock, open, store } = setUp();
  await clock.pass(5000);
  await open.keep();
  expect(await store.load(id)).toEqual([]);
  expect(open.journal()).toEqual({ kind: 'kept', at: null });
});

test('a page that goes away has its words written at once', async () => {
  const { open, type, kept } = setUp();
  type('last words');
  await open.keep();
  expect(await kept()).toBe('last words');
});

test('a slow disk holds up neither the typing nor the next write', async () => {
  const { slow, waiting } = slowStore();
  const { clock, open, type, kept } = setUp(slow);
  const since = clock.now();
  type('one ');
  await clock.pass(TYPED_DELAY_MS);
  type('two');
  await clock.pass(TYPED_DELAY_MS);
  expect(waiting).toHaveLength(2);
  expect(open.journal()).toEqual({ kind: 'typing', since });
  waiting[1]?.();
  await clock.pass(0);
  expect(open.journal()).toEqual({ kind: 'typing', since });
  waiting[0]?.();
  await clock.pass(0);
  expect(await kept()).toBe('one two');
  expect(open.journal().kind).toBe('kept');
});

describe('a disk that refuses', () => {
  test('is named with its reason, and asked again until it takes everything', async () => {
    const store = createMemoryStore();
    const { clock, open, type, kept } = setUp(store);
    const since = clock.now();
    store.fail(new Error('The disk is full'));
    type('one ');
    await clock.pass(TYPED_DELAY_MS);
    expect(open.journal()).toEqual({ kind: 'not-kept', since, reason: 'The disk is full' });
    type('two');
    await expect(open.keep()).rejects.toThrow(NotKeptError);
    await clock.pass(3000);
    expect(open.journal()).toEqual({ kind: 'not-kept', since, reason: 'The disk is full' });
    store.fail(null);
    await clock.pass(5000);
    expect(await kept()).toBe('one two');
    expect(open.journal().kind).toBe('kept');
  });

  test('is asked again at the latest after five seconds', async () => {
    const store = createMemoryStore();
    const { clock, type, kept } = setUp(store);
    store.fail(new Error('no'));
    type('word');
    await clock.pass(120_000);
    store.fail(null);
    await clock.pass(5000);
    expect(await kept()).toBe('word');
  });
});

test('whoever opened it hears of every change of the journal, and of nothing else', async () => {
  const heard: string[] = [];
  const { clock, open, type } = setUp(undefined, () => heard.push(open.journal().kind));
  type('a');
  type('b');
  type('c');
  await clock.pass(TYPED_DELAY_MS);
  type('d');
  expect(heard).toEqual(['typing', 'kept', 'typing']);
});

test('a document the store knows is written update by update, a new one whole', async () => {
  const { clock, store, type } = setUp();
  type('one ');
  await clock.pass(TYPED_DELAY_MS);
  const [first] = await store.load(id);
  expect(openStoredDraft(id, first ? [first] : []).text('content')).toBe('one ');
  type('two');
  await clock.pass(TYPED_DELAY_MS);
  const updates = await store.load(id);
  expect(updates).toHaveLength(2);
  expect(updates[1]?.length).toBeLessThan(updates[0]?.length ?? 0);
});

test('a document written a long time is compacted now and then', async () => {
  const { clock, document, store, type, kept } = setUp();
  for (let round = 0; round < 210; round += 1) {
    type(`${round} `);
    await clock.pass(TYPED_DELAY_MS);
  }
  expect((await store.load(id)).length).toBeLessThan(20);
  expect(await kept()).toBe(document.text('content'));
});

describe('removing', () => {
  test('a document nobody types in takes it from the lists', async () => {
    const { open, store, type } = setUp();
    type('saved');
    expect(await open.remove()).toBe('removed');
    expect(await store.list('draft')).toEqual([]);
  });

  test('loses no word that is typed meanwhile', async () => {
    const { slow, waiting } = slowStore();
    const { clock, open, store, type, kept } = setUp(slow);
    type('saved ');
    const removed = open.remove();
    type('typed meanwhile');
    waiting[0]?.();
    expect(await removed).toBe('kept');
    await clock.pass(TYPED_DELAY_MS);
    waiting[1]?.();
    await clock.pass(0);
    expect(await store.list('draft')).toEqual([id]);
    expect(await kept()).toBe('saved typed meanwhile');
  });

  test('and typing on brings the document back whole, even if it was forgotten for good in between', async () => {
    const { clock, open, store, type, kept } = setUp();
    type('saved ');
    await open.remove();
    await store.purge(clock.now() + 1);
    type('and on');
    await clock.pass(TYPED_DELAY_MS);
    expect(await store.list('draft')).toEqual([id]);
    expect(await kept()).toBe('saved and on');
  });

  test('is overruled by an edit that only took words away', async () => {
    const { clock, document, open, store, type } = setUp();
    type('two words');
    await open.keep();
    const tombstone = tombstoneOf(document, clock.now());
    document.setText('content', 'two');
    await open.keep();
    expect(await store.remove(tombstone)).toBe('kept');
  });

  test('that fails says so', async () => {
    const store = createMemoryStore();
    const { open, type } = setUp(store);
    type('word');
    store.fail(new Error('no'));
    await expect(open.remove()).rejects.toThrow(NotKeptError);
  });
});

test('a closed document has written everything and hears nothing more', async () => {
  const { clock, open, type, kept } = setUp();
  type('before');
  await open.close();
  type(' after');
  await clock.pass(5000);
  expect(await kept()).toBe('before');
});

test('what asks for no writing by itself waits until it is asked for, or for the time it is given', async () => {
  const store = createMemoryStore();
  const clock = createTestClock();
  const document = openNewDraft(id);
  const told: ForeignChange[] = [];
  const onKept = (change: ForeignChange) => told.push(change);
  const open = createOpenDocument({ document, store, clock, timers: clock, isStored: false, onKept });
  const kept = async () => openStoredDraft(id, await store.load(id)).text('content');
  document.setText('content', 'one');
  await clock.pass(60_000);
  expect(await kept()).toBe('');
  open.keepSoon(500);
  open.keepSoon(5000);
  await clock.pass(500);
  expect(await kept()).toBe('one');
  expect(told).toMatchObject([{ id, kind: 'draft', isRemoved: false }]);
  store.fail(new Error('full'));
  document.setText('content', 'one two');
  await expect(open.keep()).rejects.toThrow(NotKeptError);
  store.fail(null);
  await clock.pass(1000);
  expect(await kept()).toBe('one two');
  expect(await open.remove()).toBe('removed');
  expect(told.map(({ isRemoved }) => isRemoved)).toEqual([false, false, true]);
});

test('a second writing is done when the first is, for what it must keep may be in that one', async () => {
  const { slow, waiting } = slowStore();
  const { clock, open, type } = setUp(slow);
  type('word');
  const first = open.keep();
  let isDone = false;
  const second = open.keep().then(() => {
    isDone = true;
  });
  await clock.pass(0);
  expect(isDone).toBe(false);
  waiting[0]?.();
  await Promise.all([first, second]);
});

test('what another window wrote is taken in, from its message or from the store', async () => {
  const { document, open, store } = setUp();
  const there = setUp(store);
  there.type('theirs');
  await open.takeIn({ id, kind: 'draft', update: there.document.encode(), isRemoved: false });
  expect(document.text('content')).toBe('theirs');
  there.type(' too');
  await there.open.keep();
  await open.takeIn({ id, kind: 'draft', update: null, isRemoved: false });
  expect(document.text('content')).toBe('theirs too');
});
