import { type ReactNode, useId } from 'react';

/** A part of the form with a heading of its own. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-surface p-4">
      <h3 id={id} className="mb-3 text-xs font-bold tracking-[0.06em] text-muted uppercase">
        {title}
      </h3>
      <div className="grid gap-4">{children}</div>
    </section>
  );
}
