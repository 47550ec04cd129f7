import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endOfChange, movedOffset, movedSelection } from './moved-offset.ts';

it('a place before a change stays, a place behind it moves along, one inside goes to its end', () => {
  expect(movedOffset('one two three', 'one 2 three', 2)).toBe(2);
  expect(movedOffset('one two three', 'one 2 three', 5)).toBe(5);
  expect(movedOffset('one two three', 'one 2 three', 8)).toBe(6);
  expect(movedOffset('same', 'same', 3)).toBe(3);
});

it('a place between two changes stays at its words', () => {
  const before = 'One. Two, here. Three.';
  const after = 'One, there. Two, here. Three, there.';
  const place = before.indexOf('here');
  expect(after.slice(movedOffset(before, after, place))).toBe('here. Three, there.');
  expect(movedOffset('a b c', 'x c', 3)).toBeLessThanOrEqual(3);
});

it('a selection stays at its words, and that of the whole text stays whole', () => {
  expect(movedSelection('one two', 'one 2 two', { start: 4, end: 7 })).toEqual({ start: 6, end: 9 });
  for (const after of ['one and more', 'more and one', 'other', '']) {
    expect(movedSelection('one', after, { start: 0, end: 3 })).toEqual({ start: 0, end: after.length });
  }
  expect(movedSelection('', 'theirs', { start: 0, end: 0 })).toEqual({ start: 0, end: 0 });
});

it('the end of a change is the place behind what was put in', () => {
  expect(endOfChange('ab', 'a12b')).toBe(3);
  expect(endOfChange('a12b', 'ab')).toBe(1);
});

it('the ends of a text stay its ends, and no place leaves the text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), (before, after, seed) => {
      const moved = movedOffset(before, after, seed % (before.length + 1));
      expect(moved).toBeGreaterThanOrEqual(0);
      expect(moved).toBeLessThanOrEqual(after.length);
      expect(movedOffset(`a${before}z`, `a${after}z`, 0)).toBe(0);
      expect(movedOffset(`a${before}z`, `a${after}z`, before.length + 2)).toBe(after.length + 2);
    }),
    { seed: 20 },
  );
});
