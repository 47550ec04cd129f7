import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Splice, spliceText } from './splice.ts';

const seed = 41;
/** Texts in which pairs, repeats and near misses are common. */
const text = fc.string({ unit: fc.constantFrom('a', 'a', 'b', '\n', '😀', '😁', '👩‍💻', 'é'), maxLength: 12 });

/** Returns `text` after the edit. */
function applied(text: string, { index, remove, insert }: Splice): string {
  return text.slice(0, index) + insert + text.slice(index + remove);
}

test.each([
  ['', 'a', 1, { index: 0, remove: 0, insert: 'a' }],
  ['abc', 'abXc', 3, { index: 2, remove: 0, insert: 'X' }],
  ['abc', 'ac', 1, { index: 1, remove: 1, insert: '' }],
  ['the cat', 'the dog', 7, { index: 4, remove: 3, insert: 'dog' }],
])('%j → %j is one small edit', (before, after, cursor, splice) => {
  expect(spliceText(before, after, cursor)).toEqual(splice);
  expect(spliceText(before, after)).toEqual(splice);
});

test('nothing changed is no edit', () => {
  expect(spliceText('abc', 'abc', 1)).toBeNull();
});

test('in a run of the same letter the cursor says which one was typed', () => {
  expect(spliceText('aaa', 'aaaa', 1)).toEqual({ index: 0, remove: 0, insert: 'a' });
  expect(spliceText('aaa', 'aaaa', 2)).toEqual({ index: 1, remove: 0, insert: 'a' });
  expect(spliceText('aaa', 'aaaa', 4)).toEqual({ index: 3, remove: 0, insert: 'a' });
});

test('in a run of the same letter the cursor says which one was deleted', () => {
  expect(spliceText('aaaa', 'aaa', 1)).toEqual({ index: 1, remove: 1, insert: '' });
  expect(spliceText('aaaa', 'aaa', 3)).toEqual({ index: 3, remove: 1, insert: '' });
});

test('a cursor that has nothing to do with the edit makes it no larger', () => {
  const before = 'one two three';
  expect(spliceText(before, 'one 2 three', 11)).toEqual({ index: 4, remove: 3, insert: '2' });
  expect(spliceText(before, 'one 2 three', 0)).toEqual({ index: 4, remove: 3, insert: '2' });
  expect(spliceText(before, 'one 2 three', 999)).toEqual({ index: 4, remove: 3, insert: '2' });
});

test('two characters with the same first half are replaced whole', () => {
  expect(spliceText('a😀b', 'a😁b', 3)).toEqual({ index: 1, remove: 2, insert: '😁' });
});

test('an edit gives the text it was made for, wherever the cursor is said to be', () => {
  fc.assert(
    fc.property(text, text, fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }), (before, after, cursor) => {
      const splice = spliceText(before, after, cursor);
      expect(splice === null ? before : applied(before, splice)).toBe(after);
    }),
    { seed, numRuns: 2000 },
  );
});

test('an edit never holds half a character and is never larger than what was typed', () => {
  fc.assert(
    fc.property(text, text, text, text, (head, removed, typed, tail) => {
      const splice = spliceText(head + removed + tail, head + typed + tail, (head + typed).length);
      if (splice === null) return;
      expect(splice.insert.isWellFormed()).toBe(true);
      expect((head + removed + tail).slice(splice.index, splice.index + splice.remove).isWellFormed()).toBe(true);
      expect(splice.insert.length).toBeLessThanOrEqual(typed.length);
      expect(splice.remove).toBeLessThanOrEqual(removed.length);
    }),
    { seed, numRuns: 2000 },
  );
});
