import { X } from 'lucide-react';
import { IconButton } from '#shared/ui/button.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { BulkDone, doneText } from './bulk-done.tsx';

/** The changes of several posts that have a button of their own. */
export type BulkChange = 'publish' | 'unpublish' | 'delete' | 'undelete';

export const bulkWords: Record<BulkChange, string> = {
  publish: 'Publish',
  unpublish: 'Unpublish',
  delete: 'Delete',
  undelete: 'Restore',
};

interface BulkBarProps {
  count: number;
  changes: readonly BulkChange[];
  isPending: boolean;
  /** Whether the server cannot be reached: changes of several posts are not stored for later. */
  isOffline: boolean;
  /** The number of posts processed so far. */
  done: number;
  onStop: () => void;
  isStopping: boolean;
  onChange: (change: BulkChange) => void;
  /** Opens the window for other changes; null when there are none. */
  onMore: (() => void) | null;
  onClear: () => void;
}

const OFFLINE =
  'The server cannot be reached. This needs it; one post, published by its own menu, waits and is sent later.';

/** The bar with the actions on the chosen posts. */
export function BulkBar(props: BulkBarProps) {
  const { count, changes, isPending, isOffline, onChange, onMore, onClear } = props;
  const number = count.toLocaleString('en-US');
  return (
    <section
      aria-label="Selected posts"
      aria-busy={isPending}
      className="flex flex-wrap items-center gap-1.5 rounded-md border border-ink bg-surface p-2 shadow-xl"
    >
      <IconButton label="Clear selection" className="size-8" disabled={isPending} onClick={onClear}>
        <X aria-hidden />
      </IconButton>
      <p className="me-auto font-semibold max-sm:basis-3/4" role="status">
        {isPending ? doneText(props.done, count) : `${number} selected`}
      </p>
      {isPending && <BulkDone {...props} total={count} className="order-last basis-full" />}
      {changes.map((change) => (
        <OfferingButton
          command={`${bulkWords[change]} the Selected Posts`}
          words={['many', 'bulk', 'chosen']}
          key={change}
          size="sm"
          variant={change === 'delete' ? 'danger' : 'quiet'}
          className="max-sm:flex-1"
          disabled={isPending || isOffline}
          onClick={() => onChange(change)}
        >
          {bulkWords[change]}
        </OfferingButton>
      ))}
      {isOffline && <p className="order-last basis-full ps-2 text-sm text-muted">{OFFLINE}</p>}
      {onMore && (
        <OfferingButton
          command="Change the Selected Posts"
          words={['category', 'tags', 'author', 'featured', 'bulk']}
          size="sm"
          className="max-sm:flex-1"
          disabled={isPending || isOffline}
          aria-haspopup="dialog"
          onClick={onMore}
        >
          Change…
        </OfferingButton>
      )}
    </section>
  );
}
