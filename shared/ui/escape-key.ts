import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

const passedOn = new WeakSet<Event>();

/**
 * For a toast, as its `onEscapeKeyDown`. Radix takes a toast to be above the window, and gives Escape to the toast
 * alone. An Escape that was pressed in a window is passed on to that window.
 */
export function passEscapeOn(event: KeyboardEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest('[role="dialog"], [role="alertdialog"]')) return;
  event.preventDefault();
  passedOn.add(event);
}

/** For a window, as its `onKeyDown`: closes it by the Escape that a toast has passed on. */
export function onPassedEscape(close: () => void) {
  return ({ nativeEvent }: ReactKeyboardEvent) => {
    if (passedOn.delete(nativeEvent)) close();
  };
}
