import { describe, expect, test } from 'vitest';
import { isWholeAddress, readLinkAddress } from './link-address.ts';

test.each([
  'https://example.com/a?b=c#d',
  'HTTP://example.com',
  'https://münchen.example/weg',
  'mailto:me@example.com',
  'tel:+49301234',
  '/post/a-post',
  '/',
  '#below',
])('%s can be linked to', (url) => {
  expect(readLinkAddress(` ${url}\n`)).toEqual({ kind: 'usable', url });
});

test.each([
  ['example.com/a', 'https://example.com/a'],
  ['www.example.com', 'https://www.example.com'],
  ['//example.com/a', 'https://example.com/a'],
  ['localhost:3000/admin', 'https://localhost:3000/admin'],
  ['example.com:8080', 'https://example.com:8080'],
  ['me@example.com', 'mailto:me@example.com'],
])('%s lacks its scheme, which is offered', (typed, url) => {
  expect(readLinkAddress(typed)).toEqual({ kind: 'offered', url });
});

describe('nobody is led anywhere else', () => {
  test.each([
    ['javascript:alert(1)', 'javascript'],
    ['java\tscript:alert(1)', 'javascript'],
    ['\u0001JavaScript:alert(1)', 'javascript'],
    ['javascript:1', 'javascript'],
    ['data:text/html,<b>', 'data'],
    ['vbscript:x', 'vbscript'],
    ['file:///etc/passwd', 'file'],
    ['ftp://example.com', 'ftp'],
    ['a page', null],
    ['page', null],
    ['../up', null],
    ['https:', null],
    ['https:///nowhere', null],
    ['/\\example.com', null],
    ['mailto:', null],
  ])('%s', (typed, scheme) => {
    expect(readLinkAddress(typed)).toEqual({ kind: 'refused', scheme });
  });
});

test('a whole address is one with a scheme, alone', () => {
  expect(isWholeAddress(' https://example.com/a\n')).toBe(true);
  for (const text of ['example.com', '/post/a', '#a', 'see https://example.com', 'javascript:alert(1)', '']) {
    expect(isWholeAddress(text)).toBe(false);
  }
});
