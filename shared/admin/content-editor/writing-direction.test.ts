import { expect, test } from 'vitest';
import { directionOf, LONG_LINE, LONG_TEXT } from './writing-direction.ts';

const line = (length: number) => 'x'.repeat(length);

test('paragraphs have directions of their own until one line is too long, wherever it stands', () => {
  for (const around of [
    ['', ''],
    ['a\n', '\nb'],
    [`${line(LONG_LINE)}\n`, `\n${line(LONG_LINE)}`],
  ]) {
    expect(directionOf(around.join(line(LONG_LINE)))).toBe('auto');
    expect(directionOf(around.join(line(LONG_LINE + 1)))).toBe('ltr');
  }
});

test('and until all of it is too long', () => {
  const text = 'words\n\n'.repeat(LONG_TEXT).slice(0, LONG_TEXT);
  expect(directionOf('')).toBe('auto');
  expect(directionOf(text)).toBe('auto');
  expect(directionOf(`${text}a`)).toBe('ltr');
});

test('the one direction is that of the first letter', () => {
  for (const [first, direction] of [
    ['שלום', 'rtl'],
    ['1. مرحبا', 'rtl'],
    ['«Hello» ', 'ltr'],
    ['漢字', 'ltr'],
    ['', 'ltr'],
  ]) {
    expect(directionOf(`${first}${'.'.repeat(LONG_LINE + 1)}`)).toBe(direction);
  }
});
