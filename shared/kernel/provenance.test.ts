import { expect, test } from 'vitest';
import {
  afterEdits,
  modelWordsOf,
  type Provenance,
  provenanceOf,
  type SourcedRange,
  sharesOf,
  type WordsSource,
} from './provenance.ts';

const sourceOf = (model: string): WordsSource => ({
  ...{ model, run: null, step: null, promptVersion: 0, help: null, at: null },
});
const [a, b] = [sourceOf('a'), sourceOf('b')];
const range = (start: number, end: number, source = a): SourcedRange => ({ start, end, source });

test('ranges have one form, however they are given: in order, apart, joined where they touch', () => {
  const expected: Provenance = {
    sources: [a, b],
    ranges: [
      [0, 4, 0],
      [4, 6, 1],
      [8, 9, 0],
    ],
  };
  expect(provenanceOf([range(8, 9), range(0, 2), range(2, 4), range(3, 6, b), range(5, 5)])).toEqual(expected);
});

test('edits move what stands behind them, and what they put in is marked nowhere', () => {
  const marked = provenanceOf([range(2, 6), range(10, 12, b)]);
  expect(afterEdits(marked, [{ index: 0, remove: 0, insert: 3 }])).toEqual(
    provenanceOf([range(5, 9), range(13, 15, b)]),
  );
  expect(afterEdits(marked, [{ index: 4, remove: 0, insert: 1 }])).toEqual(
    provenanceOf([range(2, 4), range(5, 7), range(11, 13, b)]),
  );
  expect(afterEdits(marked, [{ index: 1, remove: 10, insert: 1 }])).toEqual(provenanceOf([range(2, 3, b)]));
});

test('shares count what is no space', () => {
  const { total, shares } = sharesOf('ab cd ef', provenanceOf([range(0, 5), range(6, 7, b)]));
  expect(total).toBe(6);
  expect(shares).toEqual([
    { source: a, characters: 4 },
    { source: b, characters: 1 },
  ]);
});

test.each([
  ['mine', [], null],
  ['theirs', [range(0, 6)], 'all'],
  ['theirs, all of it but for a sign!', [range(0, 33)], 'all'],
  ['half and half', [range(0, 4)], 'part'],
  ['   ', [range(0, 2)], null],
])('readers are told of "%s" how much of it models wrote', (text, ranges, expected) => {
  expect(modelWordsOf(text, provenanceOf(ranges))).toBe(expected);
});
