import { Plus } from 'lucide-react';
import { type RefObject, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from '#shared/ui/button.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { useCategories } from '../../catalog/index.ts';
import { LoadFailed } from '../../load-failed.tsx';
import { usePorts } from '../../ports-context.tsx';
import type { LeftForm } from '../list/return-to-row.ts';
import { LIST_ADDRESS, NEW_POST_ADDRESS } from '../post-address.ts';
import { ViewSwitch } from '../view-switch.tsx';
import { useWaitingItems } from '../waiting/index.ts';
import type { Place } from './calendar-address.ts';
import { CalendarBar } from './calendar-bar.tsx';
import { dayAfter, dayOf, shownDays, spanTitle, weekStartOf } from './days.ts';
import { DaysView } from './days-view.tsx';
import { byDay, datedEntries, withMoved } from './entries.ts';
import { KEYS_HINT } from './entry-line.tsx';
import { MoveBars } from './move-bars.tsx';
import { MoveWindow } from './move-window.tsx';
import { Queue } from './queue.tsx';
import { Rhythm } from './rhythm.tsx';
import { useQueue, useSpan } from './use-calendar.ts';
import { useMove } from './use-move.tsx';
import { useMoves } from './use-moves.ts';
import { useNow, usePlace, useReturn } from './use-place.ts';

/**
 * A month or week of posts that are live or scheduled, with the queue beside it (docs/rules.md, "Calendar and queue").
 */
export function CalendarScreen({ left }: { left: RefObject<LeftForm | null> }) {
  const today = dayOf(usePorts().clock.now());
  const [place, setPlace] = usePlace(today);
  const heading = useRef<HTMLHeadingElement>(null);
  const categories = useCategories().data ?? NO_CATEGORIES;
  const move = useMove();
  const shown = useShown(place, move.moving);
  const { days, lines, now, span } = shown;
  const title = spanTitle(place.view, place.day, days);
  const onShow = (day: string) => setPlace({ ...place, day });
  const moves = useMoves({ move, categories, days, today, onShow });
  useReturn(left, heading, moves.focusOn);

  return (
    <section aria-label="Calendar" aria-busy={span.isFetching}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="font-serif text-2xl font-medium">
          Posts
        </h2>
        <ViewSwitch isCalendar />
        <Link to={NEW_POST_ADDRESS} className={`${buttonClass('primary')} ms-auto max-sm:px-2.5!`}>
          <Plus aria-hidden />
          <span className="max-sm:sr-only">Create New Post</span>
        </Link>
      </div>
      <p id={KEYS_HINT} hidden>
        Space takes it, to be moved to another day by keys.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_19rem] xl:grid-rows-[auto_1fr]">
        <div>
          <CalendarBar {...{ place, title, today, categories }} onChange={setPlace} />
          <DaysView
            {...{ ...place, title, days, today, now, span }}
            entries={lines}
            actions={moves.actions}
            target={moves.taken?.day ?? null}
            onDrop={moves.drop}
          />
        </div>
        <QueuePart category={place.category} now={now} actions={moves.actions} />
        {span.data && (
          <Rhythm
            {...{ title, now, categories }}
            rhythm={span.data.rhythm}
            onCategory={(category) => setPlace({ ...place, category })}
          />
        )}
      </div>
      <MoveBars move={move} moves={moves} lines={lines} />
      <MoveWindow
        entry={moves.asked}
        begin={(entry) => entry.at ?? moves.timeOn(entry, dayAfter(today, 1))}
        onMove={moves.answer}
        onClose={moves.closeAsked}
      />
    </section>
  );
}

const NO_CATEGORIES: [] = [];

/**
 * Returns the days of a place and the lines of each day; a line that is being moved (`moving`) is shown at its new
 * time.
 */
function useShown({ view, day, category }: Place, moving: ReturnType<typeof useMove>['moving']) {
  const days = useMemo(() => shownDays(view, day, weekStartOf(navigator.language)), [view, day]);
  const span = useSpan(days, category);
  const posts = span.data?.posts;
  const now = useNow(posts?.map(({ publishedAt }) => publishedAt) ?? []);
  const entries = useMemo(() => datedEntries(posts ?? [], now), [posts, now]);
  const lines = useMemo(() => byDay(withMoved(entries, moving)), [entries, moving]);
  return { days, span, now, lines };
}

/**
 * Says that posts which the server does not have yet are on no day and in no queue, so that nobody takes them for lost.
 */
function NewPostsWaiting() {
  const { items } = useWaitingItems();
  const count = items.filter(({ postId }) => postId === null).length;
  if (count === 0) return null;
  return (
    <p className="mb-4 rounded-md border border-line-strong bg-sunken px-4 py-2 text-sm">
      {count === 1 ? 'A new post waits to be sent: it is' : `${count} new posts wait to be sent: they are`} here once
      the server has {count === 1 ? 'it' : 'them'}.{' '}
      <Link to={LIST_ADDRESS} className="font-semibold underline">
        What waits
      </Link>
    </p>
  );
}

interface QueuePartProps {
  category: string;
  now: number;
  actions: ReturnType<typeof useMoves>['actions'];
}

function QueuePart({ category, now, actions }: QueuePartProps) {
  const queue = useQueue(category);
  return (
    <aside aria-label="Queue" className="min-w-0 gap-8 md:max-xl:columns-2 xl:col-start-2 xl:row-span-2 xl:row-start-1">
      <NewPostsWaiting />
      {queue.data ? (
        <Queue queue={queue.data} now={now} actions={actions} />
      ) : queue.isError ? (
        <LoadFailed error={queue.error} onTryAgain={() => queue.refetch()} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </aside>
  );
}
