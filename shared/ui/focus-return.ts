import { useRef } from 'react';

/**
 * Handlers for a window that has no trigger of its own: what had the focus when it opened gets it back when it closes.
 * Radix does so only for its own triggers, and otherwise leaves the focus nowhere.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      opener.current?.focus();
    },
  };
}
