import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** The sections of the settings, as their headings call them. */
export const settingsSections = [
  'Account',
  'Two-step sign-in',
  'Signed in',
  'Site',
  'AI',
  'Import',
  'Backups',
  'Export',
  'Edge',
  'Reader servers',
  'Other programs',
  'Webhooks',
  'Redirects',
  'Links',
  'Categories',
  'Tags',
  'Authors',
] as const;
export type SettingsTitle = (typeof settingsSections)[number];

/** With the dashboard's address: the section the owner wants to go to. */
export const sectionState = (section: SettingsTitle) => ({ tab: 'settings', section });

interface SettingsSectionProps {
  title: SettingsTitle;
  hint?: ReactNode;
  /** Stands at the end of the heading's line. */
  action?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, hint, action, children }: SettingsSectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Each request is an entry of its own in the history.
  const { key, state } = useLocation();
  const isAskedFor = state?.section === title;
  useEffect(() => {
    if (!key || !isAskedFor) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [key, isAskedFor]);
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-surface p-5">
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-36">
          <h3 ref={heading} id={id} tabIndex={-1} className="scroll-mt-6 font-serif text-xl font-medium">
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
