import { expect, test } from 'vitest';
import { fingerprint } from '#shared/kernel/fingerprint.ts';
import { isSameJson } from './json.ts';

test('values are the same when they say the same', () => {
  expect(isSameJson({ a: 1, b: [true, null] }, { b: [true, null], a: 1 })).toBe(true);
  expect(isSameJson([1, 2], [2, 1])).toBe(false);
  expect(isSameJson([], {})).toBe(false);
  expect(isSameJson({ a: 1 }, { b: 1 })).toBe(false);
  expect(isSameJson(null, undefined)).toBe(false);
  expect(isSameJson(undefined, undefined)).toBe(true);
  expect(isSameJson(Number.NaN, Number.NaN)).toBe(true);
});

test('a fingerprint is the same everywhere, and another one for another text', () => {
  expect(fingerprint('')).toMatch(/^[0-9a-f]{14}$/);
  expect(fingerprint('Ninefold')).toBe(fingerprint('Nine' + 'fold'));
  const texts = Array.from({ length: 5000 }, (_, index) => `text ${index}`);
  expect(new Set(texts.map(fingerprint)).size).toBe(5000);
});
