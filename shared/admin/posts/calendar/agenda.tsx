import { format } from 'date-fns';
import { classNames } from '#shared/ui/class-names.ts';
import type { GridProps } from './day-grid.tsx';
import { dateOf, daysBetween, inDays } from './days.ts';
import { EntryList } from './entry-list.tsx';

type AgendaProps = Pick<GridProps, 'view' | 'day' | 'days' | 'entries' | 'actions' | 'title' | 'today'> & {
  now: number;
};

/**
 * The days one under the other, for a screen without room for a table: the days with an entry, and the number of days
 * without one. Days before today are folded away.
 */
export function Agenda({ view, day, days, ...rest }: AgendaProps) {
  const { title, today, entries } = rest;
  const own = view === 'month' ? days.filter((each) => each.slice(0, 7) === day.slice(0, 7)) : days;
  const hasToday = own.includes(today);
  const past = hasToday ? own.filter((each) => each < today) : [];
  const count = past.reduce((sum, each) => sum + (entries.get(each)?.length ?? 0), 0);
  return (
    <>
      {count > 0 && (
        <details className="mb-4 border-y border-line py-2">
          <summary className="cursor-pointer font-semibold pointer-coarse:min-h-11 pointer-coarse:content-center">
            Before today: {count === 1 ? '1 post' : `${count.toLocaleString('en-US')} posts`}
          </summary>
          <DayList {...rest} days={past} title={`${title}, before today`} />
        </details>
      )}
      {past.length > 0 && count === 0 && (
        <p className="mb-4 border-y border-line py-1.5 text-sm text-muted">Nothing before today</p>
      )}
      <DayList {...rest} days={own.filter((each) => !hasToday || each >= today)} />
    </>
  );
}

function DayList({ days, entries, actions, title, today, now }: Omit<AgendaProps, 'view' | 'day'>) {
  return (
    <ol aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {partsOf(days, (day) => entries.has(day) || day === today).map(([day = '', ...others]) => {
        const lines = entries.get(day);
        if (!lines && day !== today) {
          return (
            <li key={day} className="border-y border-line py-1.5 text-sm text-muted">
              {others.length === 0 ? `Nothing on ${shortDay(day)}` : `${others.length + 1} days with nothing`}
            </li>
          );
        }
        return (
          <li key={day}>
            <h4 className="mb-1.5 flex flex-wrap items-baseline gap-x-2 text-sm">
              <span className={classNames('font-semibold', day === today && 'text-accent')}>{shortDay(day)}</span>
              <span className="text-muted">{inDays(daysBetween(now, dateOf(day).toISOString()))}</span>
            </h4>
            {lines ? (
              <EntryList label={shortDay(day)} entries={lines} actions={actions} place="calendar" />
            ) : (
              <p className="text-sm text-muted">Nothing today</p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

const shortDay = (day: string) => format(dateOf(day), 'EEE d MMM');

/**
 * Divides days, in their order, into parts: each day with an entry is a part by itself, and the days between such days
 * are one part.
 */
function partsOf(days: readonly string[], hasSomething: (day: string) => boolean): string[][] {
  const parts: string[][] = [];
  let isOpen = false;
  for (const day of days) {
    const isAlone = hasSomething(day);
    if (isOpen && !isAlone) parts.at(-1)?.push(day);
    else parts.push([day]);
    isOpen = !isAlone;
  }
  return parts;
}
