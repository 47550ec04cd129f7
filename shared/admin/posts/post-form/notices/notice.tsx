import type { ReactNode } from 'react';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A notice about the form, above it; announced when it appears. */
export function Notice({ title, children, actions }: NoticeProps) {
  return (
    <div className="mb-5 grid items-center gap-x-3 gap-y-2 rounded-md border border-line-strong bg-sunken p-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p role="status" className="min-w-0 font-semibold">
        {title}
      </p>
      {/* The text comes before the actions, except when both have room beside each other. */}
      {actions && <div className="flex flex-wrap gap-2 max-sm:order-1">{actions}</div>}
      {children && <div className="min-w-0 text-sm sm:col-span-2">{children}</div>}
    </div>
  );
}
