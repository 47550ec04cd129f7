import { expect, test } from 'vitest';
import { readFocus, writeFocus } from './picture-focus.ts';

test('what is written of a focal point is read again, and stays inside of the picture', () => {
  expect(readFocus(writeFocus({ x: 12.4, y: 87.6 }))).toEqual({ x: 12, y: 88 });
  expect(writeFocus({ x: -5, y: 140 })).toBe('0 100');
});
