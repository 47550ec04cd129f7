import { type ReactNode, useId } from 'react';

interface SettingsSectionProps {
  title: string;
  hint?: ReactNode;
  /** Stands at the end of the heading's line. */
  action?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, hint, action, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-surface p-5">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-36">
          <h3 id={id} className="font-serif text-xl font-medium">
            {title}
          </h3>
          {hint && <p className="text-sm text-muted">{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
