import { expect, test } from 'vitest';
import { quotableText } from './quoted-place.ts';

const text = 'The **kettle** is “old”,\nand so\u00a0are we — all of us.';
const quoted = (quote: string) => {
  const place = quotableText(text).placeOf(quote);
  return place && text.slice(place.start, place.end);
};

test('quoted words are found letter by letter, and as they are read', () => {
  expect(quoted('The **kettle** is')).toBe('The **kettle** is');
  expect(quoted('the kettle is "old", and so are we')).toBe('The **kettle** is “old”,\nand so\u00a0are we');
  expect(quoted('…are we - all of us.')).toBe('are we — all of us.');
  expect(quoted('is “old”...')).toBe('is “old”');
});

test('words that stand nowhere, and none at all, have no place', () => {
  for (const quote of ['The kettle is new', '', '   ', '…', '**']) expect(quoted(quote)).toBeNull();
});

test('what has become longer in small letters is found where it stands', () => {
  const place = quotableText('İstanbul, “again” and again').placeOf('"again" and');
  expect(place).toEqual({ start: 10, end: 21 });
});
