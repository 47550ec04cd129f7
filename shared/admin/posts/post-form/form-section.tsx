import { type ReactNode, useId } from 'react';
import { classNames } from '#shared/ui/class-names.ts';

interface FormSectionProps {
  title: string;
  /** Whether something in the section opens over the content below it. */
  hasMenu?: boolean;
  children: ReactNode;
}

/**
 * A part of the form with its own heading. It is isolated, so that the browser need not examine it again to paint a key
 * that was typed elsewhere.
 */
export function FormSection({ title, hasMenu = false, children }: FormSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={classNames('min-w-0 rounded-md border border-line bg-surface p-4', !hasMenu && 'isolate')}
    >
      <h3 id={id} className="mb-3 text-xs font-bold tracking-[0.06em] text-muted uppercase">
        {title}
      </h3>
      <div className="grid gap-4">{children}</div>
    </section>
  );
}
