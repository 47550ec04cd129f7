import type { ReactNode } from 'react';

/** A line of a list of facts: a name and its value. It must be inside a `dl` of two columns. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </>
  );
}
