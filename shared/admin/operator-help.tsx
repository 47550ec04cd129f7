import type { ReactNode } from 'react';

/** What only whoever runs the server can change, in its own names; out of the way of those who cannot. */
export function OperatorHelp({ children }: { children: ReactNode }) {
  return (
    <details className="mt-1 text-xs text-muted">
      <summary className="cursor-pointer">For whoever runs the server</summary>
      <p className="mt-1 wrap-anywhere">{children}</p>
    </details>
  );
}
