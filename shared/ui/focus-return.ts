import { useRef } from 'react';

/**
 * Handlers for a window that has no trigger of its own: what had the focus when it opened gets it back when it closes.
 * Radix does so only for its own triggers, and otherwise leaves the focus nowhere. What is marked `data-first-focus` has
 * the focus first; else it is what comes first in the window.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus(event: Event) {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      const first = event.target instanceof Element ? event.target.querySelector('[data-first-focus]') : null;
      if (!(first instanceof HTMLElement)) return;
      event.preventDefault();
      first.focus();
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      opener.current?.focus();
    },
  };
}
