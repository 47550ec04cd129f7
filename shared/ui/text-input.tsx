import { type ComponentProps, type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const box =
  'block w-full min-w-0 rounded-md border border-line-strong bg-surface text-base text-ink placeholder:text-muted ' +
  'disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger focus-visible:outline-offset-0';

export function TextInput({ className, type = 'text', ref, ...rest }: ComponentProps<'input'>) {
  const field = useWholeSelection(rest.value, ref);
  const classes = classNames(box, 'h-10 px-3 pointer-coarse:h-11', className);
  return <input ref={field} type={type} className={classes} {...rest} />;
}

export function TextArea({ className, ref, ...rest }: ComponentProps<'textarea'>) {
  const field = useWholeSelection(rest.value, ref);
  return <textarea ref={field} className={classNames(box, 'resize-y px-3 py-2', className)} {...rest} />;
}

/** The browser's own select: every platform's keyboard and screen reader supports it. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={classNames(box, 'select-box h-10 ps-3 pe-9 pointer-coarse:h-11', className)} {...rest} />;
}

/**
 * Selects the whole new value when a field's value changes from elsewhere while its whole text is selected: typing then
 * replaces the value instead of adding to it. `ref` is a ref of other code to the same field.
 */
function useWholeSelection<Field extends TextField>(
  value: unknown,
  ref: Ref<Field> | undefined,
): RefObject<Field | null> {
  const field = useRef<Field>(null);
  // Read while the page still shows the old text: as soon as it shows the new text, the browser has moved the cursor.
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
