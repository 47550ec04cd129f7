import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createPress } from './press.ts';

const press = createPress(() => window);

/**
 * The value as it may be shown: while a pointer presses, the one from before. A press takes the focus from a field, and
 * what that brings (an error's line, a new row) would move the button away from under the pointer before the press is a
 * click. For everything that changes the height of a form when a field is left; what is sent has the value itself.
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

/** Children that come, change and go only while no pointer presses. */
export function Still({ children }: { children: ReactNode }) {
  return useStill(children);
}
