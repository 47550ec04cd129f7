import { expect, test } from 'vitest';
import { keepPlace, type Places, parsePlaces } from './reading-places.ts';

test('the post read last stands first, once', () => {
  const places = keepPlace(keepPlace(keepPlace([], 'bread', 0.3), 'soup', 0.5), 'bread', 0.41234);
  expect(places).toEqual([
    ['bread', 0.412],
    ['soup', 0.5],
  ]);
});

test('a post that was finished is dropped, one hardly begun keeps the place it had', () => {
  const places: Places = [['bread', 0.4]];
  expect(keepPlace(places, 'bread', 0.9)).toEqual([]);
  expect(keepPlace(places, 'bread', 0.1)).toEqual(places);
  expect(keepPlace(places, 'soup', 0.05)).toEqual(places);
});

test('fifty posts are remembered', () => {
  let places: Places = [];
  for (let number = 1; number <= 60; number += 1) places = keepPlace(places, `post-${number}`, 0.5);
  expect(places).toHaveLength(50);
  expect(places.at(-1)).toEqual(['post-11', 0.5]);
});

test('what was stored is read again, and what is no place is left out', () => {
  const places: Places = [['bread', 0.4]];
  expect(parsePlaces(JSON.stringify(places))).toEqual(places);
  for (const text of [null, '', '{', '{}', '[1, null, ["a"], ["b", "0.5"], ["c", 0.95], ["d", null]]']) {
    expect(parsePlaces(text)).toEqual([]);
  }
});
