import type { ReactNode } from 'react';

/**
 * Help on what only the operator of the server can change, with the names used there; folded away for everyone else.
 */
export function OperatorHelp({ children }: { children: ReactNode }) {
  return (
    <details className="mt-1 text-xs text-muted">
      <summary className="cursor-pointer">For whoever runs the server</summary>
      <p className="mt-1 wrap-anywhere">{children}</p>
    </details>
  );
}
