import {
  CircleQuestionMark,
  FileText,
  Folder,
  Image,
  type LucideIcon,
  MessageSquareText,
  NotebookPen,
  RotateCcw,
  Settings,
  Tag,
  User,
  Workflow,
} from 'lucide-react';
import { useId } from 'react';
import type { HistoryEntry, HistoryKind } from '#shared/contract/history.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { entryOrigin, entryTitle, lossNames, restoreName } from './history-texts.ts';

const drawings: Record<HistoryKind, LucideIcon> = {
  post: FileText,
  picture: Image,
  category: Folder,
  tag: Tag,
  author: User,
  settings: Settings,
  prompt: MessageSquareText,
  draft: NotebookPen,
  run: Workflow,
};

export interface EntryRowProps {
  entries: readonly [HistoryEntry, ...HistoryEntry[]];
  /** The entries that are being restored; null for none. */
  busy: readonly HistoryEntry[] | null;
  onRestore: (entries: readonly HistoryEntry[]) => void;
}

/** Returns the icon of a kind of thing. */
export const drawingOf = (kind: HistoryKind | null): LucideIcon =>
  kind === null ? CircleQuestionMark : drawings[kind];

/** One change that was made, and the button that restores the state before it. */
export function EntryRow({ entries: [entry], busy, onRestore }: EntryRowProps) {
  const isBusy = busy?.some(({ id }) => id === entry.id) === true;
  const titleId = useId();
  const buttonId = useId();
  const Drawing = drawingOf(entry.kind);
  return (
    <div className="flex items-center gap-3 px-3 py-2.5 sm:px-4">
      <Drawing aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p id={titleId} className="line-clamp-3 wrap-anywhere">
          {entryTitle(entry)}
        </p>
        <p className="text-sm text-muted">{entryOrigin(entry)}</p>
      </div>
      {entry.lost === null ? (
        <Button
          size="sm"
          id={buttonId}
          aria-labelledby={`${buttonId} ${titleId}`}
          // Not disabled, so that the button keeps the focus.
          aria-disabled={busy !== null}
          onClick={() => busy === null && onRestore([entry])}
        >
          <RotateCcw aria-hidden className={isBusy ? 'motion-safe:animate-spin' : undefined} />
          {restoreName(entry.action)}
        </Button>
      ) : (
        <Badge>{lossNames[entry.lost]}</Badge>
      )}
    </div>
  );
}
