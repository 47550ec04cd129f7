import { expect, test } from 'vitest';
import { hasLongLine, LONG_LINE } from './long-line.ts';

const line = (length: number) => 'x'.repeat(length);

test('a line is long where more than the limit stands between two breaks, wherever that is', () => {
  for (const around of [
    ['', ''],
    ['a\n', '\nb'],
    [`${line(LONG_LINE)}\n`, `\n${line(LONG_LINE)}`],
  ]) {
    expect(hasLongLine(around.join(line(LONG_LINE)))).toBe(false);
    expect(hasLongLine(around.join(line(LONG_LINE + 1)))).toBe(true);
  }
});

test('many short lines make no long one', () => {
  expect(hasLongLine('')).toBe(false);
  expect(hasLongLine('words\n\n'.repeat(100_000))).toBe(false);
});
