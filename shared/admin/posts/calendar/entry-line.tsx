import { CalendarClock, Clock, EllipsisVertical, FilePen, Hourglass, PencilLine, TriangleAlert } from 'lucide-react';
import type { DragEvent, KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import type { CategoryWithCount } from '#shared/contract/categories.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { classNames } from '#shared/ui/class-names.ts';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { editAddress } from '../post-address.ts';
import type { WaitingWords } from '../waiting/index.ts';
import { timeOfDay } from './days.ts';
import type { Entry, EntryKind } from './entries.ts';

/** The actions on a line, wherever it is shown. */
export interface EntryActions {
  categories: ReadonlyMap<number, CategoryWithCount>;
  waiting: WaitingWords;
  onDragStart: (entry: Entry) => void;
  onDragEnd: () => void;
  /** Begins to move the line by keys. */
  onTake: (entry: Entry) => void;
  /** Asks for a day and time. */
  onAsk: (entry: Entry) => void;
}

interface EntryLineProps {
  entry: Entry;
  actions: EntryActions;
  /** The place of the line: the same post can be in the calendar, in the window of its day and in the queue. */
  place: 'calendar' | 'day' | 'queue';
  /** A text under the line's title; without it a line is a single row. */
  detail?: string;
}

export const entryId = (place: EntryLineProps['place'], key: string) => `${place}-${key}`;
/** The id of the text that names the keys for moving a line. */
export const KEYS_HINT = 'calendar-keys';

const words: Record<EntryKind, string> = {
  live: 'Published',
  scheduled: 'Scheduled',
  draft: 'Draft',
  change: 'Pending change',
};
const drawings = { live: null, scheduled: Clock, draft: PencilLine, change: FilePen };

/** A post or a change with its time: a link to its form that can be dragged, and a menu. */
export function EntryLine({ entry, actions, place, detail }: EntryLineProps) {
  const { kind, post, at, problem } = entry;
  const category = actions.categories.get(post.categoryId);
  const isRow = detail !== undefined;
  const waiting = actions.waiting.get(post.id);
  const startDrag = ({ dataTransfer }: DragEvent) => {
    dataTransfer.effectAllowed = 'move';
    dataTransfer.setData('text/plain', post.title);
    actions.onDragStart(entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    actions.onTake(entry);
  };
  return (
    <div
      className={classNames(
        'group relative flex items-center rounded-sm border border-s-4 bg-surface',
        category?.color,
        problem !== null ? 'border-danger' : 'border-line border-s-category',
        kind === 'draft' && 'border-dashed',
      )}
    >
      <Link
        id={entryId(place, entry.key)}
        to={editAddress(post.id)}
        onDragStart={startDrag}
        onDragEnd={actions.onDragEnd}
        title={waiting === undefined ? post.title : `${post.title}. Not sent yet: ${waiting}`}
        aria-describedby={KEYS_HINT}
        onKeyDown={onKeyDown}
        className={classNames(
          'block min-w-0 flex-1 rounded-sm ps-1.5 focus-visible:outline-offset-0 hover:text-accent',
          isRow ? 'py-1.5' : 'py-0.5 pe-1 text-xs leading-4.5 pointer-coarse:py-2 pointer-coarse:pe-9',
        )}
      >
        <EntryTitle {...{ entry, isRow, waiting }} />
        {isRow && (
          <span className="block text-xs text-muted">
            {detail}
            {category && <span className="font-semibold text-category"> · {category.name}</span>}
            {waiting !== undefined && <span className="block">Not sent yet: {waiting}</span>}
          </span>
        )}
      </Link>
      <Menu
        trigger={
          <IconButton
            label={`Actions for ${post.title}`}
            className={classNames(
              isRow
                ? 'size-9 shrink-0'
                : 'absolute inset-y-0 end-0 h-auto! w-6! bg-surface opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 pointer-coarse:w-9! pointer-coarse:opacity-100',
            )}
          >
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => actions.onAsk(entry)}>
          <CalendarClock aria-hidden />
          {at === null ? 'Schedule…' : 'Move to…'}
        </MenuItem>
      </Menu>
    </div>
  );
}

interface EntryTitleProps {
  entry: Entry;
  isRow: boolean;
  /** The description of an action that waits to be sent; undefined when there is none. */
  waiting: string | undefined;
}

/** The title of a line, with its time when the line is a single row. */
function EntryTitle({ entry: { kind, post, at, problem }, isRow, waiting }: EntryTitleProps) {
  const Drawing = problem === null ? drawings[kind] : TriangleAlert;
  const state = problem === null ? words[kind] : 'Pending change that needs you';
  return (
    <span className={classNames('line-clamp-2 wrap-anywhere in-data-tall:line-clamp-8', isRow && 'font-semibold')}>
      {Drawing && (
        <Drawing
          aria-hidden
          className={classNames(
            'me-1 inline size-3.5 align-[-0.15em]',
            problem === null ? 'text-muted' : 'text-danger',
          )}
        />
      )}
      <span className="sr-only">{state}: </span>
      {waiting !== undefined && (
        <>
          <Hourglass aria-hidden className="me-1 inline size-3.5 align-[-0.15em] text-muted" />
          {!isRow && <span className="sr-only">Not sent yet: {waiting}. </span>}
        </>
      )}
      {!isRow && at !== null && <span className="text-muted">{timeOfDay(at)} </span>}
      {isRow ? post.title : <span className="font-semibold">{post.title}</span>}
    </span>
  );
}
