import type { ReactNode } from 'react';

/** Stands in the place of a list that has nothing to show; children after the sentence may say where to go instead. */
export function EmptyList({ children }: { children: ReactNode }) {
  return <div className="notice font-serif text-2xl text-balance">{children}</div>;
}
