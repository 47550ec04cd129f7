import { useEffect, useState, useSyncExternalStore } from 'react';
import { MOST_IN_CALENDAR } from '#shared/contract/calendar.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { Agenda } from './agenda.tsx';
import { DayGrid, dayId, type GridProps } from './day-grid.tsx';
import { longDay } from './days.ts';
import { EntryList } from './entry-list.tsx';
import type { useSpan } from './use-calendar.ts';

interface DaysViewProps extends Omit<GridProps, 'onMore'> {
  now: number;
  span: ReturnType<typeof useSpan>;
}

/** The days of the span, as a table or one under the other, and a window with all lines of a day. */
export function DaysView({ now, span, ...grid }: DaysViewProps) {
  const [openDay, setOpenDay] = useState<string | null>(null);
  const isNarrow = useNarrow();
  const { target, entries, actions } = grid;
  useEffect(() => {
    if (target !== null) document.getElementById(dayId(target))?.scrollIntoView({ block: 'nearest' });
  }, [target]);
  if (!span.data) {
    if (span.isError) return <LoadFailed error={span.error} onTryAgain={() => span.refetch()} />;
    return (
      <div role="status" aria-label="Loading the calendar">
        <Skeleton className="h-160" />
      </div>
    );
  }
  const close = () => setOpenDay(null);
  return (
    <>
      {!span.data.isWhole && (
        <p role="status" className="mb-3 rounded-md border border-line-strong bg-sunken px-4 py-2">
          There is more than can be shown: the first {MOST_IN_CALENDAR.toLocaleString('en-US')} posts are here. A week,
          or a category, shows the others.
        </p>
      )}
      {isNarrow ? <Agenda {...grid} now={now} /> : <DayGrid {...grid} onMore={setOpenDay} />}
      <Dialog isOpen={openDay !== null} onClose={close} title={openDay === null ? '' : longDay(openDay)}>
        {openDay !== null && (
          <EntryList
            label={longDay(openDay)}
            place="day"
            entries={entries.get(openDay) ?? []}
            actions={{
              ...actions,
              // The line is moved in the calendar behind the window, so the window closes.
              onTake(entry) {
                close();
                actions.onTake(entry);
              },
              onAsk(entry) {
                close();
                actions.onAsk(entry);
              },
            }}
          />
        )}
      </Dialog>
    </>
  );
}

/** The screens that have no room for a table of seven days, or that are touched with a finger, which cannot drag. */
const NARROW = '(width < 48rem), (pointer: coarse) and (width < 64rem)';

/** Whether days are shown one under the other. */
function useNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(NARROW);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => window.matchMedia(NARROW).matches,
  );
}
