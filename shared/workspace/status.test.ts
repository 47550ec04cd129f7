import { expect, test } from 'vitest';
import { statusOf } from './status.ts';

test('a document goes from this computer over waiting to the server', () => {
  expect(statusOf({ isUnkept: false, isExchanged: false, unsent: 3 })).toBe('on-this-computer');
  expect(statusOf({ isUnkept: false, isExchanged: true, unsent: 3 })).toBe('waiting');
  expect(statusOf({ isUnkept: false, isExchanged: true, unsent: 0 })).toBe('on-the-server');
});

test('what the device could not keep comes before everything else', () => {
  expect(statusOf({ isUnkept: true, isExchanged: true, unsent: 0 })).toBe('not-kept');
});
