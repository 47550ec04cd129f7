import type { BrowserWindow } from 'electron';

/** Shows a window above the others and gives it the keyboard focus, even if it was minimized or hidden. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
