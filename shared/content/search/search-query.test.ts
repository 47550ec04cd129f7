import { expect, test } from 'vitest';
import { matchExpression, queryWords } from './search-query.ts';

test.each([
  ['the the the the', '"the"'],
  ['The thé THE', '"The"'],
  ['tea time tea', '"tea" AND "time"'],
  ['tea teat', '"tea" AND "teat" *'],
])('a word that is said again is one word: %s', (query, expression) => {
  expect(matchExpression(query)).toBe(expression);
});

test('sixteen different words are looked for; words said again are not counted among them', () => {
  const names = Array.from({ length: 20 }, (_, index) => `word${index}`);
  expect(queryWords(names.join(' ')).map(({ word }) => word)).toEqual(names.slice(0, 16));
  expect(queryWords(`${'again '.repeat(60)}${names.slice(0, 3).join(' ')}`)).toHaveLength(4);
});
