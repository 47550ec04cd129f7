import { expect, test } from 'vitest';
import { sheetBitmap } from './sheet-icon.ts';

test('the mark has nine cells, by turns full and faint', () => {
  const size = 12;
  const pixels = sheetBitmap(size);
  expect(pixels).toHaveLength(size * size * 4);
  const alpha = (column: number, row: number) => pixels[((row * 4 + 2) * size + column * 4 + 2) * 4 + 3];
  expect([0, 1, 2].map((column) => alpha(column, 0))).toEqual([255, 96, 255]);
  expect([0, 1, 2].map((column) => alpha(column, 1))).toEqual([96, 255, 96]);
});
