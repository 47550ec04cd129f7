import { expect, test } from 'vitest';
import { withCommas } from './with-commas.ts';

test.each([0, 7, 100, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1000, -100, Number.MAX_SAFE_INTEGER])(
  '%i is written as English has it',
  (number) => {
    expect(withCommas(number)).toBe(number.toLocaleString('en-US'));
  },
);
