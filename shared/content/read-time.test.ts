import { describe, expect, it } from 'vitest';
import { countWords, readTimeMinutes } from './read-time.ts';

describe('words', () => {
  it.each([
    ['', 0],
    ['   \n ', 0],
    ['one', 1],
    ['one  two\nthree', 3],
    ["don't re-use e.g. this", 4],
    ['a – b & c', 3],
    ['Größe naïve Москва', 3],
    ['漢字仮名', 2],
    ['ひらがなです。Word', 4],
    ['🍞 🔥', 0],
    ['3 loaves', 2],
  ])('in %j are %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });
});

describe('the read time', () => {
  it.each([
    [0, 1],
    [1, 1],
    [200, 1],
    [201, 2],
    [1000, 5],
  ])('of %i words is %i minutes', (words, minutes) => {
    expect(readTimeMinutes(words)).toBe(minutes);
  });
});
