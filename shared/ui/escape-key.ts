import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

const passedOn = new WeakSet<Event>();

/**
 * For a toast, as its `onEscapeKeyDown`. Radix treats a toast as above the dialog and gives Escape to the toast only.
 * This passes an Escape that was pressed in a dialog on to that dialog.
 */
export function passEscapeOn(event: KeyboardEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest('[role="dialog"], [role="alertdialog"]')) return;
  event.preventDefault();
  passedOn.add(event);
}

/** For a dialog, as its `onKeyDown`: closes the dialog when a toast has passed Escape on to it. */
export function onPassedEscape(close: () => void) {
  return ({ nativeEvent }: ReactKeyboardEvent) => {
    if (passedOn.delete(nativeEvent)) close();
  };
}
