import { expect, test } from 'vitest';
import { createSealedKeys } from './sealed-keys.ts';

const keys = createSealedKeys('a secret of thirty-two characters');
const ORIGIN = 'https://api.example';

test('a key comes out as it went in, and is read by nobody in between', () => {
  const sealed = keys.seal('sk-secret-1234567890', ORIGIN);
  expect(keys.open(sealed, ORIGIN)).toBe('sk-secret-1234567890');
  expect(sealed.toString('latin1')).not.toContain('secret');
  expect(keys.seal('sk-secret-1234567890', ORIGIN).equals(sealed)).toBe(false);
});

test('with another secret, for another address, damaged or cut, it is no key', () => {
  const sealed = keys.seal('sk-secret-1234567890', ORIGIN);
  expect(createSealedKeys('another secret of many characters').open(sealed, ORIGIN)).toBeNull();
  expect(keys.open(sealed, 'https://evil.example')).toBeNull();
  for (let at = 0; at < sealed.length; at += 1) {
    const damaged = Buffer.from(sealed);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(keys.open(damaged, ORIGIN)).toBeNull();
    expect(keys.open(sealed.subarray(0, at), ORIGIN)).toBeNull();
  }
});
