import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { CalendarPost, Queue as Queued } from '#shared/contract/calendar.ts';
import { dateAndTime } from '../../dates.ts';
import { LIST_ADDRESS } from '../post-address.ts';
import { daysBetween, inDays } from './days.ts';
import { changeEntry, type Entry, postEntry, upcomingEntries } from './entries.ts';
import { type EntryActions, EntryLine } from './entry-line.tsx';

interface QueueProps {
  queue: Queued;
  now: number;
  actions: EntryActions;
}

/** The posts that need the owner, those that come next, and those that have no date yet. */
export function Queue({ queue, now, actions }: QueueProps) {
  const upcoming = upcomingEntries(queue.upcoming, now);
  const changes = (posts: readonly CalendarPost[]) => posts.map(changeEntry).filter((entry) => entry !== null);
  const drafts = queue.drafts.map((post) => postEntry(post, now));
  const lines = { actions, now };
  return (
    <>
      {queue.problems.length > 0 && (
        <Part title="Needs you">
          <Lines
            {...lines}
            label="Needs you"
            entries={changes(queue.problems)}
            detailOf={({ problem }) => problem ?? ''}
          />
        </Part>
      )}
      <Part title="Next" count={queue.upcomingTotal}>
        <Lines
          {...lines}
          label="Next"
          entries={upcoming.slice(0, SHOWN)}
          detailOf={({ at }) => (at === null ? '' : `${inDays(daysBetween(now, at))}, ${dateAndTime(at)}`)}
        />
        {upcoming.length === 0 && <p className="text-sm text-muted">Nothing is scheduled.</p>}
        {queue.upcomingTotal > SHOWN && (
          <Link to={`${LIST_ADDRESS}?status=scheduled`} className="mt-2 inline-block text-sm font-semibold underline">
            and {(queue.upcomingTotal - SHOWN).toLocaleString('en-US')} more
          </Link>
        )}
      </Part>
      {queue.waiting.length > 0 && (
        <Part title="Changes without a time">
          <Lines {...lines} label="Changes without a time" entries={changes(queue.waiting)} detailOf={() => 'Change'} />
        </Part>
      )}
      <Part title="Drafts without a date" count={queue.draftsTotal}>
        <Lines {...lines} label="Drafts without a date" entries={drafts} detailOf={() => 'Draft'} />
        {drafts.length === 0 && <p className="text-sm text-muted">Every draft has a date.</p>}
        {queue.draftsTotal > drafts.length && (
          <Link to={`${LIST_ADDRESS}?status=draft`} className="mt-2 inline-block text-sm font-semibold underline">
            All drafts
          </Link>
        )}
      </Part>
    </>
  );
}

/** The number of lines shown of what comes next. */
const SHOWN = 20;

function Part({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6 break-inside-avoid">
      <h3 className="mb-2 font-semibold">
        {title}
        {count !== undefined && <span className="font-normal text-muted"> {count.toLocaleString('en-US')}</span>}
      </h3>
      {children}
    </section>
  );
}

interface LinesProps {
  label: string;
  entries: readonly Entry[];
  actions: EntryActions;
  detailOf: (entry: Entry) => string;
}

function Lines({ label, entries, actions, detailOf }: LinesProps) {
  if (entries.length === 0) return null;
  return (
    <ul aria-label={label} className="grid max-h-112 grid-cols-[minmax(0,1fr)] gap-1.5 overflow-y-auto p-0.5">
      {entries.map((entry) => (
        <li key={entry.key}>
          <EntryLine entry={entry} actions={actions} place="queue" detail={detailOf(entry)} />
        </li>
      ))}
    </ul>
  );
}
