import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useWholeSelection } from './whole-selection.ts';

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

/** The browser's own list box: every platform's keyboard and screen reader knows it. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={classNames(box, 'select-box h-10 ps-3 pe-9 pointer-coarse:h-11', className)} {...rest} />;
}
