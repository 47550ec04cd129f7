import { expect, test } from 'vitest';
import type { CopyState } from '#shared/contract/copy-state.ts';
import { bytesText, copyText, limitOptions, picturesText } from './copy-texts.ts';

const state = (given: Partial<CopyState>): CopyState => ({
  ...{ posts: 0, left: null, isWhole: false, isCopying: false, limit: 0, at: null, problem: null, deletions: null },
  pictures: { here: 0, of: 0, bytes: 0 },
  ...given,
});

test('how much is here is said in numbers, and whether it is all', () => {
  expect(copyText(state({}))).toContain('Nothing yet');
  expect(copyText(state({ posts: 400, left: 9600, isCopying: true }))).toContain('400 of 10,000 posts are here');
  expect(copyText(state({ posts: 10_000, left: 0, isWhole: true }))).toBe(
    'All 10,000 posts can be read and searched offline.',
  );
  expect(copyText(state({ posts: 1, isWhole: true }))).toBe('The one post can be read and searched offline.');
});

test('pictures are counted, with the room they take', () => {
  expect(picturesText({ here: 0, of: 0, bytes: 0 })).toBe('None');
  expect(picturesText({ here: 12, of: 1400, bytes: 1_500_000 })).toBe('12 of 1,400, 1.4 MB');
});

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1536, '1.5 kB'],
  [2 * 1024 ** 3, '2 GB'],
  [20 * 1024 ** 3 + 1, '20 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

test('the room that counts now can be chosen, once', () => {
  const labels = limitOptions(3 * 1024 ** 3).map(({ label }) => label);
  expect(labels).toContain('Up to 3 GB');
  expect(limitOptions(2 * 1024 ** 3)).toHaveLength(8);
});
