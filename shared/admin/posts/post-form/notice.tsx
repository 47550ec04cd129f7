import type { ReactNode } from 'react';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Something the owner should know about the form, above it; read out when it appears. */
export function Notice({ title, children, actions }: NoticeProps) {
  return (
    <div className="mb-5 rounded-md border border-line-strong bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="min-w-0 font-semibold">
          {title}
        </p>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children && <div className="mt-2 text-sm">{children}</div>}
    </div>
  );
}
