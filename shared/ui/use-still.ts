import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Whether a pointer is pressing, while anybody watches. */
const isPressing = createStore(() => false);
let watchers = 0;
let watching: AbortController | null = null;
let ending: ReturnType<typeof setTimeout> | undefined;

/**
 * Watches the pointer for one more; returns a function that ends it. A tap comes as a pointer first and as a mouse after
 * it, and it is the mouse that takes the focus from a field: both are watched. A press ends with `mouseup`, by when the
 * target of the click is known; where no mouse follows, as for a press that became a scroll, a task after the pointer is
 * up.
 */
function watchPress(): () => void {
  watchers += 1;
  watching ??= listenToPointer();
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    watching?.abort();
    watching = null;
    end();
  };
}

function end(): void {
  clearTimeout(ending);
  isPressing.setState(false);
}

function listenToPointer(): AbortController {
  const begin = ({ button }: MouseEvent) => {
    clearTimeout(ending);
    if (button === 0) isPressing.setState(true);
  };
  const endSoon = () => {
    clearTimeout(ending);
    ending = setTimeout(end);
  };
  // A native menu or a drag swallows the end of its press.
  const endUnlessHeld = ({ buttons }: MouseEvent) => {
    if (buttons === 0) end();
  };
  const controller = new AbortController();
  // In the capture phase: nothing on the page can keep an event from coming here.
  const options = { capture: true, passive: true, signal: controller.signal };
  for (const name of ['pointerdown', 'mousedown'] as const) window.addEventListener(name, begin, options);
  for (const name of ['mouseup', 'keydown'] as const) window.addEventListener(name, end, options);
  for (const name of ['pointerup', 'pointercancel'] as const) window.addEventListener(name, endSoon, options);
  window.addEventListener('pointermove', endUnlessHeld, options);
  // The window's own alone: those of fields do not bubble, and are what a press begins with.
  window.addEventListener('blur', end, { signal: controller.signal });
  return controller;
}

/**
 * The value as it may be shown: while a pointer presses, the one from before. A press takes the focus from a field, and
 * what that brings (an error's line, a new row) would move the button away from under the pointer before the press is a
 * click. For everything that changes the height of a form when a field is left; what is sent has the value itself.
 */
export function useStill<Value>(value: Value): Value {
  const shown = useRef(value);
  const still = useStore(isPressing, (isPressed) => (isPressed ? shown.current : value));
  useEffect(watchPress, []);
  useLayoutEffect(() => {
    shown.current = still;
  });
  return still;
}

/** Children that come, change and go only while no pointer presses. */
export function Still({ children }: { children: ReactNode }) {
  return useStill(children);
}
