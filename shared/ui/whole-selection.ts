import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * A field whose whole text is selected, when another value comes from elsewhere, has the whole of that selected: what is
 * typed next replaces it, and is not put behind it. `ref` is whoever else wants the field.
 */
export function useWholeSelection<Field extends TextField>(
  value: unknown,
  ref: Ref<Field> | undefined,
): RefObject<Field | null> {
  const field = useRef<Field>(null);
  // Read while the page still shows the old text: once the new text is there, the browser has moved the cursor.
  const wasWhole = field.current !== null && isWhole(field.current);
  const shown = useRef(value);
  useLayoutEffect(() => {
    const isOther = shown.current !== value;
    shown.current = value;
    if (isOther && wasWhole && field.current === document.activeElement) field.current?.select();
  });
  useImperativeHandle(ref, () => field.current as Field, []);
  return field;
}

function isWhole({ value, selectionStart, selectionEnd }: TextField): boolean {
  return value !== '' && selectionStart === 0 && selectionEnd === value.length;
}
