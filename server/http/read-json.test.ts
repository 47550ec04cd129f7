import { expect, test } from 'vitest';
import { isNestedDeeper } from './read-json.ts';

const nested = (depth: number, inside = '') => `${'[{"a":'.repeat(depth / 2)}1${inside}${'}]'.repeat(depth / 2)}`;

test('lists and records count, in each other and not beside each other', () => {
  expect([isNestedDeeper(nested(10), 10), isNestedDeeper(nested(12), 10)]).toEqual([false, true]);
  expect(isNestedDeeper(`[${'[[]],'.repeat(1000)}{}]`, 3)).toBe(false);
  expect(isNestedDeeper('['.repeat(1_000_000), 10)).toBe(true);
});

test.each([
  '"[[[["',
  String.raw`"\"[[[["`,
  String.raw`"\\\"[[[["`,
  String.raw`["\\","[[[["]`,
  '{"[[[[":"{{{{"}',
  '"unfinished [[[[',
  '',
])('what stands in a text is no list: %s', (json) => {
  expect(isNestedDeeper(json, 2)).toBe(false);
});

test.each([String.raw`["\\",[[[]]]]`, String.raw`["\"",[[[]]]]`])(
  'a text that ends with a sign of its own hides nothing: %s',
  (json) => {
    expect(isNestedDeeper(json, 2)).toBe(true);
  },
);
