import { Undo2, X } from 'lucide-react';
import { IconButton } from '#shared/ui/button.tsx';
import { countText } from '../../cost-text.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import { restText } from './bulk-done.tsx';
import type { BulkOutcome } from './use-bulk-change.ts';

interface BulkResultProps {
  outcome: BulkOutcome;
  onUndo: () => void;
  onDismiss: () => void;
}

/** The result of the last action on several posts, with a button to undo it and the posts that it did not change. */
export function BulkResult({ outcome: { title, failed, undo, rest }, onUndo, onDismiss }: BulkResultProps) {
  return (
    <section aria-label="What was changed" className="mt-3 rounded-md border border-line-strong bg-sunken px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="me-auto font-semibold">{title}</p>
        {undo.length > 0 && (
          <OfferingButton
            command="Undo the Last Change of Posts"
            words={['take back', 'bulk']}
            size="sm"
            onClick={onUndo}
          >
            <Undo2 aria-hidden />
            Undo
          </OfferingButton>
        )}
        <IconButton label="Close" className="size-8" onClick={onDismiss}>
          <X aria-hidden />
        </IconButton>
      </div>
      {rest && <p className="pb-1 text-sm">{restText(rest, ['post', 'posts'])}</p>}
      {failed.length > 0 && (
        <details className="pb-1 text-sm">
          <summary className="cursor-pointer font-semibold text-danger">
            {failed.length === 1
              ? '1 post was left as it is'
              : `${countText(failed.length)} posts were left as they are`}
          </summary>
          <ul className="mt-1 grid max-h-60 gap-1 overflow-y-auto wrap-anywhere">
            {failed.map(({ id, title, message }) => (
              <li key={id}>
                <span className="font-semibold">{title || `Post ${id}`}</span>: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
