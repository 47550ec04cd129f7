import { type FocusEvent, useRef } from 'react';

/**
 * By F8 the keys go to the list of toasts. `noteOrigin`, as its `onFocus`, notes where they came from; `giveBack`, when
 * a toast has closed, sends them there.
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
