import { describe, expect, test } from 'vitest';
import { queryWords } from '#shared/content/search/search-query.ts';
import { matchPosts, partsFor } from './match-posts.ts';
import { type PublishedPost, type PublishedWords, partOf, shownFile } from './search-files.ts';

const posts: PublishedPost[] = [
  [3, 100, 0],
  [7, 300, 1],
  [9, 200, 0],
];
const categories = ['food', 'travel'];
/** For each word, pairs of numbers: the id minus the id before it, and the place of the weight. */
const words: PublishedWords = {
  tea: [3, 3, 4, 0, 2, 0],
  teapot: [9, 3],
  brulee: [7, 2],
  茶: [7, 3],
};
const part = (wanted: string) =>
  Object.fromEntries(Object.entries(words).filter(([word]) => partOf(word) === wanted)) as PublishedWords;
const found = (query: string, category: string | null = null, order: 'relevance' | 'newest' | 'oldest' = 'relevance') =>
  matchPosts({ posts, categories }, queryWords(query), part, { category, order });

describe('the search of a published site', () => {
  test.each([
    ['the weightiest field first, then the newest', 'tea ', [3, 7, 9]],
    ['the last word may be a beginning', 'teap', [9]],
    ['as a word that is not the last must be whole', 'teap tea', []],
    ['every word must be there', 'tea brulee', [7]],
    ['case and diacritics do not matter', 'BRÛLÉE', [7]],
    ['a word of another writing is found by its first sign', '茶', [7]],
    ['nothing is asked', ' ?! ', []],
    ['a word nobody wrote', 'constructor', []],
  ])('%s: %s', (_rule, query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  test('is narrowed and ordered', () => {
    expect(found('tea ', 'food')).toEqual([3, 9]);
    expect(found('tea', 'nowhere')).toEqual([]);
    expect(found('tea', null, 'newest')).toEqual([7, 9, 3]);
    expect(found('tea', null, 'oldest')).toEqual([3, 9, 7]);
  });

  test('asks for the parts of its words alone, and for none that is not there', () => {
    expect(partsFor(queryWords('tea brulee xylophone'), ['br', 'te', 'to'])).toEqual(['br', 'te']);
  });

  test.each(['te', 'tea', 'teapot', 'te9'])('a beginning of two characters is in the part of its words: %s', (word) => {
    expect(partOf(word)).toBe('te');
  });

  test.each(['../../x', '/', '.', 'a/b', 'é', '\u0000', 'ﬀ'])(
    'the name of a part is no path, whatever the word: %j',
    (word) => {
      expect(partOf(word)).toMatch(/^([a-z0-9][a-z0-9_]|u[0-9a-f]+)$/);
    },
  );

  test('posts whose ids are near are shown from one file', () => {
    expect(shownFile(16)).toBe(shownFile(31));
    expect(shownFile(15)).not.toBe(shownFile(16));
  });
});
