import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

const passedOn = new WeakSet<Event>();

/**
 * For a toast, as its `onEscapeKeyDown`. To Radix a toast stands above the window under it, and it alone is told of
 * Escape: one that was pressed in a window goes on to that.
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
