import { useId } from 'react';
import type { PostRevision } from '#shared/contract/posts.ts';
import { classNames } from '#shared/ui/class-names.ts';
import { dateAndTime } from '../../dates.ts';
import { usePorts } from '../../ports-context.tsx';
import { type RevisionTexts, shortDifference } from './difference.ts';
import { replacedText } from './replaced-text.ts';

interface RevisionListProps {
  /** Newest first. */
  revisions: readonly PostRevision[];
  /** What the newest revision gave way to. */
  current: RevisionTexts;
  chosen: number;
  onChoose: (id: number) => void;
}

/**
 * One line a version: its number, when it was replaced, and what the save that replaced it changed. However many there
 * are, Tab stops at the chosen one alone, and the arrow keys choose.
 */
export function RevisionList({ revisions, current, chosen, onChoose }: RevisionListProps) {
  const { clock } = usePorts();
  const group = useId();
  return (
    <ul aria-label="Versions" className="grid gap-1">
      {revisions.map((revision, index) => (
        <li key={revision.id}>
          <label
            className={classNames(
              'relative block rounded-md border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-focus',
              revision.id === chosen ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={group}
              checked={revision.id === chosen}
              onChange={() => onChoose(revision.id)}
              className="absolute inset-0 appearance-none outline-none"
            />
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-semibold">Version {revision.version}</span>
              <time
                dateTime={revision.createdAt}
                title={dateAndTime(revision.createdAt)}
                className="relative text-xs text-muted"
              >
                {replacedText(revision.createdAt, clock.now())}
              </time>
            </span>
            <span className="block text-sm text-muted">
              Then: {shortDifference(revision, revisions[index - 1] ?? current)}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
