import { expect, test } from 'vitest';
import { originWords, savedWords } from './redirect-words.ts';

test('what was saved as it was asked for needs no words', () => {
  expect(savedWords({ target: '/post/tea', others: 0 }, ' /post/tea/ ')).toBeUndefined();
  expect(savedWords({ target: 'https://xn--caf-dma.example/', others: 0 }, 'https://café.example')).toBeUndefined();
});

test('where a chain was shortened the owner is told of both its ends', () => {
  expect(savedWords({ target: '/caf%C3%A9', others: 0 }, '/b')).toBe('It leads straight to /café, where /b leads.');
  expect(savedWords({ target: '/b', others: 1 }, '/b')).toBe('One redirect to it now leads there too.');
  expect(savedWords({ target: '/b', others: 3 }, '/b')).toBe('3 redirects to it now lead there too.');
});

test('every redirect says where it comes from', () => {
  expect(originWords({ kind: 'own', status: 302 })).toBe('For now');
  expect(originWords({ kind: 'own', status: 301 })).toBe('For good');
  expect(originWords({ kind: 'post', status: 301 })).toBe('Post renamed');
});
