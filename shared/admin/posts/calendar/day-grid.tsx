import { format } from 'date-fns';
import { type DragEvent, memo, useState } from 'react';
import { classNames } from '#shared/ui/class-names.ts';
import { dateOf, longDay, type View } from './days.ts';
import type { Entry } from './entries.ts';
import { type EntryActions, EntryLine } from './entry-line.tsx';

/** The number of lines that fit in a day. */
const LINES: Record<View, number> = { month: 3, week: 12 };

export const dayId = (day: string) => `day-${day}`;

export interface GridProps {
  view: View;
  title: string;
  days: readonly string[];
  /** A day of the month that is shown. */
  day: string;
  today: string;
  entries: ReadonlyMap<string, readonly Entry[]>;
  actions: EntryActions;
  /** The day to which a line that is being moved by keys would go. */
  target: string | null;
  onDrop: (day: string) => void;
  onMore: (day: string) => void;
}

/** A month or a week as a table of days. A line can be dropped on each day. */
export function DayGrid({ view, title, days, day, today, entries, actions, target, onDrop, onMore }: GridProps) {
  const [over, setOver] = useState<string | null>(null);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const dragging = {
    onDragOver: (event: DragEvent) => {
      const cell = cellOf(event);
      if (cell === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(cell);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(null);
    },
    onDrop: (event: DragEvent) => {
      const cell = cellOf(event);
      setOver(null);
      if (cell === null) return;
      event.preventDefault();
      onDrop(cell);
    },
  };
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 border-s border-t border-line" {...dragging}>
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {days.slice(0, 7).map((each) => (
            <th key={each} scope="col" className="border-e border-b border-line bg-sunken py-1.5 text-sm font-semibold">
              <abbr title={format(dateOf(each), 'EEEE')} className="no-underline">
                {format(dateOf(each), 'EEE')}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((each) => (
              <DayCell
                key={each}
                day={each}
                lines={entries.get(each) ?? NONE}
                most={LINES[view]}
                isToday={each === today}
                isOutside={view === 'month' && each.slice(0, 7) !== day.slice(0, 7)}
                isTarget={each === (target ?? over)}
                isTall={view === 'week'}
                actions={actions}
                onMore={onMore}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NONE: readonly Entry[] = [];

/** Returns the day of the cell in which an event happens; null outside all cells. */
function cellOf({ target }: DragEvent): string | null {
  const cell = target instanceof Element ? target.closest('[data-day]') : null;
  return cell instanceof HTMLElement ? (cell.dataset.day ?? null) : null;
}

interface CellProps {
  day: string;
  lines: readonly Entry[];
  most: number;
  isToday: boolean;
  isOutside: boolean;
  isTarget: boolean;
  isTall: boolean;
  actions: EntryActions;
  onMore: (day: string) => void;
}

const DayCell = memo(function DayCell({ day, lines, most, isTall, actions, onMore, ...is }: CellProps) {
  // The button for the other lines takes the room of one line itself.
  const shown = lines.length > most ? lines.slice(0, most - 1) : lines;
  const hidden = lines.length - shown.length;
  return (
    <td
      id={dayId(day)}
      data-day={day}
      data-tall={isTall || undefined}
      aria-current={is.isToday ? 'date' : undefined}
      className={classNames(
        'border-e border-b border-line p-1 align-top',
        isTall ? 'h-112' : 'h-30',
        is.isOutside ? 'bg-sunken' : 'bg-surface',
        is.isTarget && 'outline-2 -outline-offset-2 outline-focus',
      )}
    >
      <p className="mb-1 flex justify-end text-xs">
        <span className="sr-only">{longDay(day)}</span>
        <span
          aria-hidden
          className={classNames(
            'grid h-6 min-w-6 place-content-center rounded-full px-1 tabular-nums',
            is.isToday ? 'bg-accent font-semibold text-accent-ink forced-colors:border' : 'text-muted',
          )}
        >
          {format(dateOf(day), day.endsWith('-01') ? 'd MMM' : 'd')}
        </span>
      </p>
      {lines.length > 0 && (
        <ul aria-label={longDay(day)} className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {shown.map((entry) => (
            <li key={entry.key}>
              <EntryLine entry={entry} actions={actions} place="calendar" />
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <button
                type="button"
                className="w-full rounded-sm px-1.5 py-0.5 text-start text-xs leading-5 font-semibold text-accent hover:bg-sunken focus-visible:outline-offset-0 pointer-coarse:py-2"
                aria-label={`${hidden.toLocaleString('en-US')} more on ${longDay(day)}`}
                onClick={() => onMore(day)}
              >
                +{hidden.toLocaleString('en-US')} more
              </button>
            </li>
          )}
        </ul>
      )}
    </td>
  );
});
