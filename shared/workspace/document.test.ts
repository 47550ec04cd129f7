import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDocument, type WorkspaceDocument } from './document.ts';
import { hasSeen, tombstoneOf } from './tombstone.ts';

const draft = { id: 'draft:one', kind: 'draft' } as const;

/** Returns the document that a device would have after a restart. */
const stored = (document: WorkspaceDocument<'draft'>) => openDocument(draft, [document.encode()]);

test('a text comes back as it was written', () => {
  const document = openDocument(draft);
  document.setText('title', 'Über 😀');
  document.setText('title', 'Über 😁 alles', 7);
  expect(stored(document).text('title')).toBe('Über 😁 alles');
  expect(document.text('excerpt')).toBe('');
});

test('an update that cannot be read is passed over and counted, and the others are read', () => {
  const document = openDocument(draft);
  const updates: Uint8Array[] = [];
  document.onUpdate((update) => updates.push(update));
  document.setField('title', 'Tea');
  document.setText('content', 'Leaves.');
  const [title = new Uint8Array(), content = new Uint8Array()] = updates;
  for (const broken of [new Uint8Array(), new Uint8Array([255, 255, 255, 255]), content.map((byte) => byte ^ 0x55)]) {
    const read = openDocument(draft, [broken, title, broken, content]);
    expect([read.unread, read.field('title'), read.text('content')]).toEqual([2, 'Tea', 'Leaves.']);
  }
  expect(openDocument(draft, [title, content]).unread).toBe(0);
});

test('half a character, as some keyboards send it, is kept once its other half is there', () => {
  const document = openDocument(draft);
  const [high = '', low = ''] = ['😀'.charAt(0), '😀'.charAt(1)];
  document.setText('content', `a${high}`);
  expect(document.text('content')).toBe('a\ufffd');
  document.setText('content', `a${high}${low}`);
  expect(document.text('content')).toBe('a😀');
  expect(stored(document).text('content')).toBe('a😀');
});

test('one kind’s text is no text of another', () => {
  const prompt = openDocument({ id: 'prompt:3', kind: 'prompt' });
  prompt.setText('prompt', 'Write');
  expect(prompt.text('prompt')).toBe('Write');
  const run = openDocument({ id: 'run:1', kind: 'run' });
  run.setText('output:6:2', 'partial');
  expect(run.text('output:6:2')).toBe('partial');
  run.setText('output:buyer-avatar:12', 'whole');
  expect(run.text('output:buyer-avatar:12')).toBe('whole');
  for (const name of ['output:Buyer Avatar:1', 'output:', 'output:a:b:c'] as const) {
    expect(() => run.setText(name, '')).toThrow(RangeError);
  }
});

test('each field is a key of its own: two devices that change two fields keep both', () => {
  const here = openDocument(draft);
  here.setField('slug', 'one');
  here.setField('featured', true);
  const there = stored(here);
  here.setField('slug', 'two');
  there.setField('featured', false);
  here.apply(there.encode());
  there.apply(here.encode());
  expect(here.fields()).toEqual({ slug: 'two', featured: false });
  expect(there.fields()).toEqual(here.fields());
});

test('writing what is there already writes nothing', () => {
  const document = openDocument(draft);
  document.setField('tags', ['a', 'b']);
  document.setText('title', 'T');
  const updates: Uint8Array[] = [];
  document.onUpdate((update) => updates.push(update));
  document.setField('tags', ['a', 'b']);
  document.setText('title', 'T');
  document.setField('none', undefined);
  expect(updates).toEqual([]);
});

test('what is typed is told, what comes in is not', () => {
  const here = openDocument(draft);
  const there = openDocument(draft);
  const updates: Uint8Array[] = [];
  let changes = 0;
  const stop = here.onUpdate((update) => updates.push(update));
  here.onChange(() => {
    changes += 1;
  });
  there.setText('title', 'There');
  here.apply(there.encode());
  expect([updates.length, changes]).toEqual([0, 1]);
  here.setText('title', 'Here');
  expect([updates.length, changes]).toEqual([1, 2]);
  stop();
  here.setText('title', 'Nobody listens');
  expect(updates).toHaveLength(1);
});

test('a document that is opened again never writes under an id it used before', () => {
  const ids = new Set<string>();
  for (let index = 0; index < 5; index += 1) {
    const document = openDocument(draft);
    document.setText('title', 'x');
    ids.add(document.stateVector().join());
  }
  expect(ids.size).toBe(5);
});

test('undo takes back what the owner typed in one place, redo brings it again', () => {
  const document = openDocument(draft);
  document.setText('content', 'a', 1);
  document.setText('content', 'ab', 2);
  document.setText('content', 'ab\n', 3);
  document.setText('content', 'ab\nc', 4);
  expect(document.undo()).toBe(true);
  expect(document.text('content')).toBe('ab');
  document.undo();
  expect(document.text('content')).toBe('');
  expect(document.undo()).toBe(false);
  document.redo();
  document.redo();
  expect(document.text('content')).toBe('ab\nc');
});

test('undo leaves alone what the program wrote and what came in', () => {
  const document = openDocument(draft);
  const other = openDocument(draft);
  other.setText('content', 'theirs ');
  document.setText('excerpt', 'mine');
  document.change('program', () => document.setField('workingCopy', 1));
  document.touch(5);
  document.apply(other.encode());
  while (document.undo());
  expect(document.text('excerpt')).toBe('');
  expect(document.text('content')).toBe('theirs ');
  expect(document.field('workingCopy')).toBe(1);
});

test('several changes at once are one update and one step', () => {
  const document = openDocument(draft);
  document.setText('content', 'typed');
  let updates = 0;
  document.onUpdate(() => {
    updates += 1;
  });
  document.change('owner', () => {
    document.setText('content', 'typed once');
    document.setText('content', 'typed once more');
    document.setField('slug', 's');
  });
  expect(updates).toBe(1);
  document.setText('content', 'typed once more!', 16);
  document.undo();
  expect(document.text('content')).toBe('typed once more');
  document.undo();
  expect(document.text('content')).toBe('typed');
  expect(document.field('slug')).toBeUndefined();
});

test('an undo is written like any other change', () => {
  const document = openDocument(draft);
  document.setText('content', 'typed');
  let updates = 0;
  document.onUpdate(() => {
    updates += 1;
  });
  document.undo();
  expect(updates).toBe(1);
  expect(stored(document).text('content')).toBe('');
});

test('an edit that only takes words away is seen as an edit by a deletion', () => {
  const document = openDocument(draft);
  document.setText('content', 'two words');
  const tombstone = tombstoneOf(document, 1);
  expect(hasSeen(tombstone.seen, document.encode())).toBe(true);
  document.setText('content', 'two');
  document.touch(2);
  expect(hasSeen(tombstone.seen, document.encode())).toBe(false);
  expect(stored(document).changedAt()).toBe(2);
});

test('devices that saw the same updates, in whatever order and however often, hold the same text', () => {
  const edit = fc.record({ device: fc.nat(2), after: fc.string({ maxLength: 8 }), exchange: fc.boolean() });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 12 }), fc.infiniteStream(fc.nat(1000)), (edits, random) => {
      const devices = [1, 2, 3].map((clientId) => openDocument(draft, [], { clientId }));
      const all: Uint8Array[] = [];
      for (const device of devices) device.onUpdate((update) => all.push(update));
      for (const { device, after, exchange } of edits) {
        devices[device]?.setText('content', after);
        if (exchange) for (const each of devices) for (const update of all) each.apply(update);
      }
      const [expected] = devices.map((device) => {
        const order = all.map((update) => ({ update, at: random.next().value ?? 0 })).sort((a, b) => a.at - b.at);
        for (const { update } of [...order, ...order]) device.apply(update);
        return device.text('content');
      });
      for (const device of devices) expect(device.text('content')).toBe(expected);
    }),
    { seed: 42, numRuns: 100 },
  );
});
