import { expect, test } from 'vitest';
import { placesOfAddresses } from './address-places.ts';
import { readJudgedText } from './judged-text.ts';

/** Returns the place of an address: its start and its words. */
const found = (source: string, address: string) => {
  const [place] = placesOfAddresses(readJudgedText(source), source, [address]);
  return place && { start: place.start, words: source.slice(place.start, place.end) };
};

test('an address is not found where a longer one begins with it', () => {
  const source = 'Of [tea](/post/tea), of [te](/post/te), and /post/te in words.';
  expect(found(source, '/post/te')).toEqual({ start: 29, words: '/post/te' });
  expect(found(source, '/post/t')).toBeNull();
});

test('words and code that say the same as an address are not its place', () => {
  expect(found('`/post/te` is [/post/te](/post/te "Te").', '/post/te')).toEqual({ start: 25, words: '/post/te' });
});

test.each([
  ['![A cup](/uploads/a.jpg)', '/uploads/a.jpg', '/uploads/a.jpg'],
  ['[![A cup](/uploads/a.jpg)](/post/te)', '/post/te', '/post/te'],
  ['<a href="/post/te?a=1&amp;b=2">te</a>', '/post/te?a=1&b=2', '/post/te?a=1&amp;b=2'],
  ["<a class=x href='/post/te'>te</a>", '/post/te', '/post/te'],
  ['<div>\n<a href=/post/te>te</a>\n</div>', '/post/te', '/post/te'],
  ['[thé](/post/thé)', '/post/th%C3%A9', '/post/thé'],
  ['[te](HTTPS://Site.test/post/te)', 'https://Site.test/post/te', 'HTTPS://Site.test/post/te'],
  ['[te][1]\n\n[1]: /post/te', '/post/te', '[te][1]'],
  ['[te](/post/te\\_a)', '/post/te_a', '[te](/post/te\\_a)'],
  ['```markdown\nOf [te](/post/te).\n```', '/post/te', '/post/te'],
])('in %s it is found', (source, address, words) => {
  expect(found(source, address)?.words).toBe(words);
});

test('of several links with one address the first is named', () => {
  expect(found('<a href="/post/te">te</a>, [te](/post/te)', '/post/te')?.start).toBe(9);
});
