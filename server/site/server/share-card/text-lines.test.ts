import { expect, test } from 'vitest';
import { setInLines } from './text-lines.ts';

/** A box in which every character is ten pixels wide. */
const box = (width: number, maxLines: number) => ({
  measure: (text: string) => 10 * [...text].length,
  width: 10 * width,
  maxLines,
});

test('lines break between words and are even, so that no word is left alone', () => {
  const { lines } = setInLines('lowering the risk of experimentation with open source code', box(24, 4));
  expect(lines).toEqual(['lowering the risk', 'of experimentation', 'with open source code']);
  expect(setInLines('a table for one two three', box(20, 3)).lines).toEqual(['a table for', 'one two three']);
  expect(setInLines('short', box(20, 3))).toEqual({ lines: ['short'], isCut: false, isBroken: false });
});

test('a text with more words than there is room for ends in an ellipsis inside the box', () => {
  const { lines, isCut } = setInLines('one two, three four five six', box(8, 2));
  expect([lines, isCut]).toEqual([['one two,', 'three…'], true]);
});

test('a word wider than the box is broken, between what a reader takes for characters', () => {
  expect(setInLines('abcdefghij', box(4, 9))).toEqual({ lines: ['abcd', 'efgh', 'ij'], isCut: false, isBroken: true });
  expect(setInLines('e\u0301e\u0301e\u0301', box(4, 9)).lines).toEqual(['e\u0301e\u0301', 'e\u0301']);
});

test('a text of any length is measured as far as it is shown', () => {
  let measured = 0;
  const measure = (text: string) => {
    measured += 1;
    return text.length;
  };
  expect(setInLines('word '.repeat(100_000).trim(), { measure, width: 50, maxLines: 4 }).lines).toHaveLength(4);
  expect(measured).toBeLessThan(1000);
});
