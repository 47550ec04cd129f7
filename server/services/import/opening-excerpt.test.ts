import { expect, test } from 'vitest';
import { withoutOpening } from './opening-excerpt.ts';

const first = 'We moved the whole of our blog in a single afternoon.';
const second = 'Here is what broke, and what did not.';

test('an excerpt that repeats how the text begins becomes its first sentence, however it is set', () => {
  expect(
    withoutOpening(
      `${first} ${second}`,
      `## Moving\n\nWe moved the *whole* of [our blog](/x) in a single afternoon. Here is what broke, and what did not.\n\nMore.`,
    ),
  ).toBe(first);
  expect(withoutOpening(`${first} Here is what…`, `${first} ${second}`)).toBe(first);
  expect(withoutOpening(`“${first} ${second}”`, `"${first} ${second}"`)).toBe(`“${first}`);
});

test('a sentence too short to say anything takes the next one with it', () => {
  expect(withoutOpening(`No. ${first} ${second}`, `No. ${first} ${second}`)).toBe(`No. ${first}`);
});

test('an excerpt of its own stays, and so does one that is a sentence', () => {
  expect(withoutOpening(`${second} ${first}`, `${first} ${second}`)).toBe(`${second} ${first}`);
  expect(withoutOpening(first, `${first} ${second}`)).toBe(first);
  expect(withoutOpening('', first)).toBe('');
  expect(withoutOpening('…', first)).toBe('…');
});
