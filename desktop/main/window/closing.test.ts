import { expect, test } from 'vitest';
import { type ClosingOptions, createClosing } from './closing.ts';

/** Opens a window that closes as Electron's do: each wish to close asks for permission first. */
function openWindow({ isRunning = false, answer = 'stay' as Awaited<ReturnType<ClosingOptions['ask']>> } = {}) {
  const events: string[] = [];
  let flushed: () => void = () => {};
  const close = (how: string) => {
    if (closing.mayClose()) events.push(how);
  };
  const closing = createClosing({
    isRunning: () => isRunning,
    async ask() {
      events.push('ask');
      return answer;
    },
    flush: () =>
      new Promise((resolve) => {
        events.push('flush');
        flushed = resolve;
      }),
    hide: () => events.push('hidden'),
    close: () => close('closed'),
    quit: () => close('quit'),
  });
  return { closing, events, flushed: () => flushed(), close: () => close('closed at once') };
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a window closes when its page has written what it holds', async () => {
  const window = openWindow();
  window.close();
  window.close();
  await soon();
  expect(window.events).toEqual(['flush']);
  window.flushed();
  await soon();
  expect(window.events).toEqual(['flush', 'closed']);
});

test('with a run under way the owner is asked, and the window hides', async () => {
  const window = openWindow({ isRunning: true, answer: 'hide' });
  window.close();
  window.close();
  await soon();
  expect(window.events).toEqual(['ask', 'hidden']);
  window.close();
  await soon();
  expect(window.events).toEqual(['ask', 'hidden', 'ask', 'hidden']);
});

test('the owner may keep the window as it is, or quit', async () => {
  const staying = openWindow({ isRunning: true, answer: 'stay' });
  staying.close();
  await soon();
  expect(staying.events).toEqual(['ask']);

  const quitting = openWindow({ isRunning: true, answer: 'quit' });
  quitting.close();
  await soon();
  quitting.flushed();
  await soon();
  expect(quitting.events).toEqual(['ask', 'flush', 'quit']);
});

test('quitting asks nothing about a run, which goes on at the next start, and waits for the page', async () => {
  const window = openWindow({ isRunning: true });
  window.closing.quitting();
  window.close();
  await soon();
  expect(window.events).toEqual(['flush']);
  window.flushed();
  await soon();
  expect(window.events).toEqual(['flush', 'quit']);
});

test('a page that is not left after all is written again before the next end', async () => {
  const window = openWindow();
  window.closing.quitting();
  window.close();
  await soon();
  window.flushed();
  await soon();
  window.closing.calledOff();
  expect(window.closing.isQuitting()).toBe(false);
  window.close();
  await soon();
  window.flushed();
  await soon();
  expect(window.events).toEqual(['flush', 'quit', 'flush', 'closed']);
});
