import { type RefObject, useLayoutEffect, useRef } from 'react';
import { movedSelection } from './moved-offset.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

interface HeldSelection<Element> {
  ref: RefObject<Element | null>;
  onSelect: () => void;
  onInput: () => void;
}

/** Keeps the cursor of a field at its words when its text is changed by something other than the field's own keys. */
export function useHeldSelection<Element extends TextField>(value: string): HeldSelection<Element> {
  const ref = useRef<Element>(null);
  const left = useRef({ text: value, start: 0, end: 0 });
  const remember = () => {
    const field = ref.current;
    if (field) left.current = { text: field.value, start: field.selectionStart ?? 0, end: field.selectionEnd ?? 0 };
  };
  useLayoutEffect(() => {
    const field = ref.current;
    const { text, start, end } = left.current;
    // A field without the focus has no cursor to keep, and must not take the focus from another field.
    if (!field || text === value || document.activeElement !== field) return;
    const moved = movedSelection(text, value, { start, end });
    field.setSelectionRange(moved.start, moved.end);
    remember();
  });
  return { ref, onSelect: remember, onInput: remember };
}
