import { describe, expect, it } from 'vitest';
import { countWords, readTimeMinutes, readTimeOf } from './read-time.ts';

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

  it('counts what readers see: words, not marks, addresses and comments', () => {
    const sentence = `[${'rye '.repeat(9)}bread](https://example.org/a/long/address?with=much) `;
    expect(readTimeOf(`<!-- ${'hidden '.repeat(500)} -->\n\n${sentence.repeat(20)}`)).toBe(1);
    expect(readTimeOf(sentence.repeat(21))).toBe(2);
  });

  it('of a text too complex to render is that of its words as they stand', () => {
    expect(readTimeOf(`${'>'.repeat(200)} ${'rye '.repeat(201)}`)).toBe(2);
  });
});
