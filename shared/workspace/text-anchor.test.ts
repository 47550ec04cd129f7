import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { anchorOf, changedPlaceOf, placeOf } from './text-anchor.ts';

function textOf(words: string): Y.Text {
  const text = new Y.Doc().getText('text');
  text.insert(0, words);
  return text;
}

test('a part stays the same part, whatever is typed round it', () => {
  const text = textOf('One two three two four');
  const anchor = anchorOf(text, 14, 17);
  text.insert(0, 'Before. ');
  text.insert(text.length, ' two');
  expect(placeOf(text, anchor)).toEqual({ start: 22, end: 25 });
  text.insert(25, '!');
  expect(placeOf(text, anchor)).toEqual({ start: 22, end: 25 });
});

test('a part whose words were changed is nowhere, and it is known what they have become', () => {
  const text = textOf('One two three');
  const anchor = anchorOf(text, 4, 7);
  text.insert(5, 'x');
  expect(placeOf(text, anchor)).toBeNull();
  expect(changedPlaceOf(text, anchor)).toEqual({ start: 4, end: 8 });
});

test('in another document the words are found where they stand once, and not where they stand twice', () => {
  const anchor = JSON.parse(JSON.stringify(anchorOf(textOf('One two three'), 4, 7)));
  expect(placeOf(textOf('And two again'), anchor)).toEqual({ start: 4, end: 7 });
  expect(placeOf(textOf('two and two'), anchor)).toBeNull();
});

test('a place between letters is known by the words before it', () => {
  const text = textOf('One two three');
  const anchor = anchorOf(text, 7, 7);
  text.insert(0, 'Well. ');
  expect(placeOf(text, anchor)).toEqual({ start: 13, end: 13 });
  text.delete(7, 2);
  expect(placeOf(text, anchor)).toBeNull();
  const empty = textOf('');
  expect(placeOf(empty, anchorOf(empty, 0, 0))).toEqual({ start: 0, end: 0 });
});

test('what is found always says the very words, through any edits of two devices', () => {
  const edit = fc.record({ at: fc.nat(60), remove: fc.nat(6), insert: fc.stringMatching(/^[ab ]{0,4}$/) });
  fc.assert(
    fc.property(
      fc.array(edit, { maxLength: 12 }),
      fc.array(edit, { maxLength: 12 }),
      fc.nat(30),
      (here, there, from) => {
        const text = textOf('a bb ab a abb ba a b ab bb aab');
        const start = Math.min(from, text.length);
        const anchor = anchorOf(text, start, Math.min(text.length, start + 5));
        const other = new Y.Doc();
        if (text.doc) Y.applyUpdate(other, Y.encodeStateAsUpdate(text.doc));
        for (const [edits, target] of [
          [here, text],
          [there, other.getText('text')],
        ] as const) {
          for (const { at, remove, insert } of edits) {
            const index = Math.min(at, target.length);
            target.delete(index, Math.min(remove, target.length - index));
            target.insert(index, insert);
          }
        }
        if (text.doc) Y.applyUpdate(text.doc, Y.encodeStateAsUpdate(other));
        const place = placeOf(text, anchor);
        if (!place) return;
        const words = text.toString();
        if (anchor.isBehind) expect(words.slice(0, place.end).endsWith(anchor.quote)).toBe(true);
        else expect(words.slice(place.start, place.end)).toBe(anchor.quote);
      },
    ),
    { seed: 6, numRuns: 300 },
  );
});
