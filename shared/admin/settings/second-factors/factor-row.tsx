import type { ReactNode } from 'react';

interface FactorRowProps {
  title: ReactNode;
  /** The state of the factor, in a sentence. */
  state: ReactNode;
  /** The buttons of the row. */
  children?: ReactNode;
}

/** One of the ways of the second step: its name, its state, and what can be done with it. */
export function FactorRow({ title, state, children }: FactorRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <h4 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">{title}</h4>
        <p className="text-sm text-muted">{state}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
