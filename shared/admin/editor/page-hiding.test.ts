import { expect, test } from 'vitest';
import { flushOnHide } from './page-hiding.ts';

test('a page that is left or put in the background is written, one that comes back is not', () => {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  let flushes = 0;
  const stop = flushOnHide({ window, document }, () => {
    flushes += 1;
  });
  document.visibilityState = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(flushes).toBe(1);
  document.visibilityState = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(flushes).toBe(1);
  window.dispatchEvent(new Event('pagehide'));
  expect(flushes).toBe(2);
  stop();
  window.dispatchEvent(new Event('pagehide'));
  expect(flushes).toBe(2);
});
