import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';

test('bytes come back as they were, as Node writes them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40_000 }), (bytes) => {
      const text = toBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      expect(fromBase64(text)).toEqual(bytes);
    }),
    { seed: 7, numRuns: 50 },
  );
});

test('what is no base64 is not taken for bytes', () => {
  expect(() => fromBase64('not base64!')).toThrow();
});
