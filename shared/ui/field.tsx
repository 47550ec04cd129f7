import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { useStill } from './use-still.ts';

/** The attributes that connect a control with its label, hint and error. */
interface ControlProps {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  /** Content at the end of the label's line: a count, a link. */
  aside?: ReactNode;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/**
 * A labelled control with its hint and its error. The error is announced when it appears; it never appears during a
 * press of a pointer.
 */
export function Field({ label, error: fault, hint, aside, className, children }: FieldProps) {
  const error = useStill(fault);
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const described = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ');
  return (
    <div className={classNames('min-w-0', className)}>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={hintId} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      )}
      <p id={errorId} role="alert" className="mt-1.5 text-xs font-semibold text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
