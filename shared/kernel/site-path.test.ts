import { expect, test } from 'vitest';
import { pathKey, readablePath, readSitePath } from './site-path.ts';

const keyOf = (text: string) => {
  const path = readSitePath(text, 'https://blog.example');
  return path && pathKey(path) + path.hash;
};

test.each([
  ['/post/a', '/post/a'],
  ['/post/a/', '/post/a'],
  ['/', '/'],
  [' /2019/05/old-post.html ', '/2019/05/old-post.html'],
  ['/post/%61', '/post/a'],
  ['/café', '/caf%C3%A9'],
  ['/caf%c3%a9/', '/caf%C3%A9'],
  ['/?p=123', '/?p=123'],
  ['/x?b=2&a=1', '/x?a=1&b=2'],
  ['/x?', '/x'],
  ['/a/../b', '/b'],
  ['/100%', '/100%25'],
  ['/post/a#part', '/post/a#part'],
  ['https://blog.example/post/a?x=1', '/post/a?x=1'],
])('%s is %s', (typed, expected) => {
  expect(keyOf(typed)).toBe(expected);
  expect(keyOf(expected)).toBe(expected);
});

test.each([
  '//evil.example/a',
  '/\\evil.example',
  '/\t/evil.example',
  'https://elsewhere.example/post/a',
  'javascript:alert(1)',
  'post/a',
  '#part',
  '',
])('%s is no address of the site', (typed) => {
  expect(keyOf(typed)).toBeNull();
});

test('a path is read as it was meant, and stays where it would then say something else', () => {
  const paths = ['/caf%C3%A9', '/100%25', '/%2541', '/a%2Cb', 'https://elsewhere.example/caf%C3%A9'];
  expect(paths.map(readablePath)).toEqual([
    '/café',
    '/100%',
    '/%2541',
    '/a%2Cb',
    'https://elsewhere.example/caf%C3%A9',
  ]);
});
