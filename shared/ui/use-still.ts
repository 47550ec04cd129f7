import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createPress } from './press.ts';

const press = createPress(() => window);

/**
 * Returns the value to show: while a pointer is pressed, the previous value. A press takes the focus from a field, and
 * the effects of that (an error's line, a new row) would move the button away from under the pointer before the press
 * becomes a click. Use it for everything that changes the height of a form when a field is left; the value that is sent
 * is not delayed.
 */
export function useStill<Value>(value: Value): Value {
  const shown = useRef(value);
  const still = useStore(press.isPressing, (isPressed) => (isPressed ? shown.current : value));
  useEffect(press.watch, []);
  useLayoutEffect(() => {
    shown.current = still;
  });
  return still;
}

/** Shows children that appear, change and disappear only while no pointer is pressed. */
export function Still({ children }: { children: ReactNode }) {
  return useStill(children);
}
