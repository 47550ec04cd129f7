import { beforeEach, expect, test } from 'vitest';
import { createPress, type Press } from './press.ts';

let page: EventTarget;
let press: Press;
let stop: () => void;
beforeEach(() => {
  page = new EventTarget();
  press = createPress(() => page);
  stop = press.watch();
});

/** Sends an event of the pointer or the mouse: with the main button, held, unless the test says otherwise. */
const happens = (type: string, { button = 0, buttons = 1 } = {}) =>
  page.dispatchEvent(Object.assign(new Event(type), { button, buttons }));
const isPressing = () => press.isPressing.getState();

test('a tap presses from the pointer to the mouse that follows it: only then is its click decided', async () => {
  happens('pointerdown');
  expect(isPressing()).toBe(true);
  happens('pointerup');
  // The mouse event comes in the same task as the pointer event, before a press without a mouse event ends.
  happens('mousedown');
  await new Promise((resolve) => setTimeout(resolve));
  expect(isPressing()).toBe(true);
  happens('mouseup');
  expect(isPressing()).toBe(false);
});

test.each(['pointerup', 'pointercancel'])(
  'a press that becomes a scroll, which no mouse follows, ends with %s',
  async (end) => {
    happens('pointerdown');
    happens(end);
    await expect.poll(isPressing).toBe(false);
  },
);

test.each([
  ['keydown', {}],
  ['blur', {}],
  ['pointermove', { buttons: 0 }],
])('a press whose end a menu or a drag has swallowed ends with the next %s', (name, event) => {
  happens('pointerdown');
  happens('pointermove');
  expect(isPressing()).toBe(true);
  happens(name, event);
  expect(isPressing()).toBe(false);
});

test('another button is no press', () => {
  happens('pointerdown', { button: 2 });
  happens('mousedown', { button: 1 });
  expect(isPressing()).toBe(false);
});

test('the pointer is watched until the last one who watches has ended', () => {
  const stopOther = press.watch();
  stop();
  happens('mousedown');
  expect(isPressing()).toBe(true);
  stopOther();
  expect(isPressing()).toBe(false);
  happens('mousedown');
  expect(isPressing()).toBe(false);
});
