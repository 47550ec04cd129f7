import { expect, test } from 'vitest';
import { nextOption } from './next-option.ts';

test('the arrows lead through the options and, past their ends, back into the field', () => {
  expect([-1, 0, 1, 2].map((from) => nextOption('ArrowDown', from, 3))).toEqual([0, 1, 2, -1]);
  expect([-1, 0, 1, 2].map((from) => nextOption('ArrowUp', from, 3))).toEqual([2, -1, 0, 1]);
});

test('other keys, and a list of nothing, stay', () => {
  for (const key of ['Enter', 'Home', 'End', 'a']) expect(nextOption(key, 1, 3)).toBe(1);
  expect(nextOption('ArrowDown', -1, 0)).toBe(-1);
});
