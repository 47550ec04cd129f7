import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
}

/** A placeholder where there is nothing yet: it says why, and what to do. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className="rounded-md border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="font-serif text-xl font-medium text-balance">{title}</p>
      {children && <div className="mx-auto mt-2 max-w-[34rem] text-muted">{children}</div>}
    </div>
  );
}
