import { ChevronDown, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { classNames } from '#shared/ui/class-names.ts';
import { drawingOf, EntryRow, type EntryRowProps } from './entry-row.tsx';
import { entryOrigin, groupNames, groupTitle, restoreName } from './history-texts.ts';

/** What one action did to many things of a kind: restored together, or viewed one by one. */
export function GroupRow({ entries, busy, onRestore }: EntryRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [titleId, listId] = [useId(), useId()];
  const [first] = entries;
  const restorable = entries.filter(({ lost }) => lost === null);
  const isBusy = busy !== null && busy.length > 1 && busy.some(({ id }) => id === first.id);
  const Drawing = drawingOf(first.kind);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:px-4">
        <Drawing aria-hidden className="size-5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-48">
          <p id={titleId} className="font-semibold">
            {groupTitle(first, entries.length)}
          </p>
          <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{groupNames(entries)}</p>
          <p className="text-sm text-muted">{entryOrigin(first)}</p>
        </div>
        <div className="flex gap-2">
          <Button
            size="sm"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-describedby={titleId}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronDown aria-hidden className={classNames(isOpen && 'rotate-180')} />
            Each
          </Button>
          {restorable.length > 0 && (
            <Button
              size="sm"
              aria-describedby={titleId}
              // Not disabled, so that the button keeps the focus.
              aria-disabled={busy !== null}
              onClick={() => busy === null && onRestore(restorable)}
            >
              <RotateCcw aria-hidden className={isBusy ? 'motion-safe:animate-spin' : undefined} />
              {`${restoreName(first.action)} all`}
            </Button>
          )}
        </div>
      </div>
      <ul
        id={listId}
        hidden={!isOpen}
        aria-labelledby={titleId}
        className="divide-y divide-line border-t border-line ps-4"
      >
        {isOpen &&
          entries.map((entry) => (
            <li key={entry.id}>
              <EntryRow entries={[entry]} busy={busy} onRestore={onRestore} />
            </li>
          ))}
      </ul>
    </>
  );
}
