import fc from 'fast-check';
import { expect, it } from 'vitest';
import { longText } from './long-text.ts';

it('a text of usual length is shown whole', () => {
  expect(longText('One.\nTwo.')).toEqual({ head: 'One.\nTwo.', hidden: 0, tail: '' });
});

it('of five megabytes only the beginning and the end are drawn', () => {
  const text = `start ${'x'.repeat(5_000_000)} end`;
  const { head, hidden, tail } = longText(text);
  expect(head.startsWith('start ')).toBe(true);
  expect(tail.endsWith(' end')).toBe(true);
  expect(head.length + tail.length).toBeLessThan(40_000);
  expect(head.length + hidden + tail.length).toBe(text.length);
});

it('no character is cut in half', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), (shift) => {
      const { head, tail } = longText('a'.repeat(shift) + '💃'.repeat(30_000));
      expect(head.isWellFormed()).toBe(true);
      expect(tail.isWellFormed()).toBe(true);
    }),
    { seed: 7 },
  );
});
