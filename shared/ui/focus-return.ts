import { useRef } from 'react';

/**
 * Returns handlers for a dialog without a trigger of its own: when the dialog closes, the element that had the focus
 * when it opened gets it back. Radix does so only for its own triggers, and otherwise leaves the focus nowhere. An
 * element marked `data-first-focus` gets the focus first; else the first one in the dialog does.
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
