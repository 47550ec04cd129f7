import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { textUpTo } from './text-up-to.ts';

test('a body without an end is left as soon as it is too long', async () => {
  let isLeft = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.from('a thousand times the same ');
    } finally {
      isLeft = true;
    }
  }
  expect(await textUpTo(1000, endless())).toBeNull();
  expect(isLeft).toBe(true);
});

test('a body of just so many bytes is read, also where a letter is cut in two', async () => {
  const bytes = Buffer.from('tête');
  expect(await textUpTo(bytes.length, Readable.from([bytes.subarray(0, 2), bytes.subarray(2)]))).toBe('tête');
});
