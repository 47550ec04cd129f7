import { expect, test } from 'vitest';
import { directionOfLine, LONG_LINE } from './writing-direction.ts';

test('a line has a direction of its own until it is too long', () => {
  expect(directionOfLine('')).toBe('auto');
  expect(directionOfLine('x'.repeat(LONG_LINE))).toBe('auto');
  expect(directionOfLine('x'.repeat(LONG_LINE + 1))).toBe('ltr');
});

test('the direction of a long line is that of its first letter', () => {
  for (const [first, direction] of [
    ['שלום', 'rtl'],
    ['1. مرحبا', 'rtl'],
    ['«Hello» ', 'ltr'],
    ['漢字', 'ltr'],
    ['', 'ltr'],
  ]) {
    expect(directionOfLine(`${first}${'.'.repeat(LONG_LINE + 1)}`)).toBe(direction);
  }
});
