import { type FocusEvent, useRef } from 'react';

/**
 * F8 moves the focus to the list of toasts. `noteOrigin`, as its `onFocus`, notes where the focus came from;
 * `giveBack`, when a toast has closed, moves it back there.
 */
export function useToastFocus() {
  const list = useRef<HTMLElement | null>(null);
  const origin = useRef<Element | null>(null);
  return {
    noteOrigin({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      list.current = currentTarget;
      if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget;
    },
    giveBack() {
      if (list.current?.contains(document.activeElement) && origin.current instanceof HTMLElement)
        origin.current.focus();
    },
  };
}
