import { X } from 'lucide-react';
import { Button, IconButton } from '#shared/ui/button.tsx';
import type { BulkChange } from '../use-post-actions.ts';

interface BulkBarProps {
  count: number;
  changes: readonly BulkChange[];
  isPending: boolean;
  onChange: (change: BulkChange) => void;
  onClear: () => void;
}

export const bulkWords: Record<BulkChange, string> = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  delete: 'Delete',
  undelete: 'Undelete',
};

/** What can be done to the chosen posts. */
export function BulkBar({ count, changes, isPending, onChange, onClear }: BulkBarProps) {
  return (
    <section
      aria-label="Selected posts"
      className="flex flex-wrap items-center gap-1.5 rounded-md border border-ink bg-surface p-2 shadow-xl"
    >
      <IconButton label="Clear selection" className="size-8" onClick={onClear}>
        <X aria-hidden />
      </IconButton>
      <p className="me-auto font-semibold max-sm:basis-3/4" role="status">
        {count} selected
      </p>
      {changes.map((change) => (
        <Button
          key={change}
          size="sm"
          variant={change === 'delete' ? 'danger' : 'quiet'}
          className="max-sm:flex-1"
          disabled={isPending}
          onClick={() => onChange(change)}
        >
          {bulkWords[change]}
        </Button>
      ))}
    </section>
  );
}
