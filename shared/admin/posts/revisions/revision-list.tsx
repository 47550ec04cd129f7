import { useId } from 'react';
import type { PostRevision } from '#shared/contract/posts/post-revisions.ts';
import { dateAndTime } from '../../dates.ts';
import { usePorts } from '../../ports-context.tsx';
import { type RevisionTexts, shortDifference } from './difference.ts';
import { replacedText } from './replaced-text.ts';
import { VersionChoice } from './version-choice.tsx';

interface RevisionListProps {
  /** The revisions, newest first. */
  revisions: readonly PostRevision[];
  /** The texts that replaced the newest revision. */
  current: RevisionTexts;
  chosen: number;
  onChoose: (id: number) => void;
}

/** One line for each version: its number, when it was replaced, and what the replacing save changed. */
export function RevisionList({ revisions, current, chosen, onChoose }: RevisionListProps) {
  const { clock } = usePorts();
  const group = useId();
  return (
    <ul aria-label="Versions" className="grid gap-1">
      {revisions.map((revision, index) => (
        <li key={revision.id}>
          <VersionChoice
            group={group}
            isChosen={revision.id === chosen}
            onChoose={() => onChoose(revision.id)}
            title={`Version ${revision.version}`}
            when={
              <time
                dateTime={revision.createdAt}
                title={dateAndTime(revision.createdAt)}
                className="relative text-xs text-muted"
              >
                {replacedText(revision.createdAt, clock.now())}
              </time>
            }
          >
            <span className="block text-sm text-muted">
              Then: {shortDifference(revision, revisions[index - 1] ?? current)}
            </span>
          </VersionChoice>
        </li>
      ))}
    </ul>
  );
}
