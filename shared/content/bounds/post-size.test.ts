import { expect, test } from 'vitest';
import { checkBounds } from './bounds.ts';
import { limits } from './limits.ts';
import { postSize } from './post-size.ts';

const refusedBy = (text: string) => {
  try {
    checkBounds(text);
    return false;
  } catch {
    return true;
  }
};

test('a text of ordinary length is fine', () => {
  expect(postSize('Words.\n'.repeat(1000))).toMatchObject({ state: 'fine' });
});

test.each([
  ['letters', (size: number) => 'word '.repeat(size / 5), limits.bytes],
  ['letters of several bytes', (size: number) => 'ü '.repeat(size / 3), limits.bytes],
  ['short paragraphs', (size: number) => 'a\n\n'.repeat(size), limits.lines],
])('a text of %s is near what a post holds, then over it, and then it is refused', (_, made, most) => {
  expect(postSize(made(Math.round(most * 0.5)))).toMatchObject({ state: 'fine' });
  expect(postSize(made(Math.round(most * 0.95)))).toMatchObject({ state: 'near' });
  const over = made(Math.round(most * 1.05));
  expect(postSize(over)).toMatchObject({ state: 'over' });
  expect(refusedBy(over)).toBe(true);
});
