import { Search, Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type HistoryEntry, historyActions, historyKinds } from '#shared/contract/history.ts';
import { Button, IconButton } from '#shared/ui/button.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { stickyBottom } from '#shared/ui/sticky-bar.ts';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { usePorts } from '../ports-context.tsx';
import { BulkDone, doneText as progressText } from '../posts/index.ts';
import { AuditList } from './audit-list.tsx';
import { groupsOf, isOfOneAction } from './entry-groups.ts';
import { EntryRow } from './entry-row.tsx';
import { GroupRow } from './group-row.tsx';
import { isLogAsked } from './history-address.ts';
import { actionNames, byDay, doneText, doneTextOfMany, kindNames } from './history-texts.ts';
import { type Restoration, restorationOf } from './restoration.ts';
import { allHistory, type HistoryFilter, useHistory, useRestore } from './use-history.ts';

/** What the last press has done, and what undoes it. */
interface Done {
  text: string;
  undo: Restoration | null;
}

type View = 'changes' | 'log';

const views: readonly { name: View; label: string }[] = [
  { name: 'changes', label: 'Changes' },
  { name: 'log', label: 'Log' },
];

/** What was deleted or replaced, with a way to restore it (docs/rules.md, "History"), and the log of what happened. */
export function HistoryScreen() {
  const location = useLocation();
  const [view, setView] = useState<View>('changes');
  useEffect(() => {
    if (isLogAsked(location.state)) setView('log');
  }, [location]);
  return (
    <section aria-labelledby="history-title" className="admin-width py-6 md:py-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="history-title" className="font-serif text-2xl font-medium">
          History
        </h2>
        <fieldset aria-label="What is shown" className="flex gap-2">
          {views.map(({ name, label }) => (
            <Button
              key={name}
              size="sm"
              variant={view === name ? 'primary' : 'quiet'}
              aria-pressed={view === name}
              onClick={() => setView(name)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      </div>
      {view === 'changes' ? <Changes /> : <AuditList />}
    </section>
  );
}

/** The list of what was deleted or replaced in the last 30 days. */
function Changes() {
  const [filter, setFilter] = useState(allHistory);
  const [done, setDone] = useState<Done | null>(null);
  const restoring = useRestore(({ entries }, { undo, ...outcome }) => {
    const [first] = entries;
    if (!first) return;
    const text = entries.length === 1 ? doneText(first, undo !== null) : doneTextOfMany(first.action, outcome);
    setDone({ text, undo });
  });
  const { busy, restore } = restoring;
  return (
    <>
      <p className="mt-1 mb-4 text-muted">
        What was deleted or changed in the last 30 days, and from where. Restoring brings back what was before.
      </p>
      <Filters filter={filter} onChange={setFilter} />
      <Entries filter={filter} busy={busy} onRestore={(entries) => restore(restorationOf(entries))} />
      <div role="status" ref={stickyBottom} className="sticky bottom-0">
        {busy && busy.length > 1 ? (
          <div className="mt-4 mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line-strong bg-sunken px-4 py-3 shadow-lg">
            <p className="font-semibold">{progressText(restoring.done, busy.length)}</p>
            <BulkDone
              done={restoring.done}
              total={busy.length}
              onStop={restoring.stop}
              isStopping={restoring.isStopping}
              className="min-w-60 flex-1"
            />
          </div>
        ) : (
          done && <DoneLine done={done} isBusy={busy !== null} onUndo={restore} onClose={() => setDone(null)} />
        )}
      </div>
    </>
  );
}

function Filters({ filter, onChange }: { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void }) {
  return (
    <search className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="relative max-sm:col-span-2">
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-muted"
        />
        <TextInput
          type="search"
          aria-label="Search History"
          placeholder="Search by name"
          className="ps-9"
          maxLength={500}
          value={filter.search}
          onChange={({ target }) => onChange({ ...filter, search: target.value })}
        />
      </div>
      <Select
        aria-label="Kind"
        value={filter.kind}
        onChange={({ target }) => onChange({ ...filter, kind: target.value as HistoryFilter['kind'] })}
      >
        <option value="">All kinds</option>
        {historyKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindNames[kind].all}
          </option>
        ))}
      </Select>
      <Select
        aria-label="What was done"
        value={filter.action}
        onChange={({ target }) => onChange({ ...filter, action: target.value as HistoryFilter['action'] })}
      >
        <option value="">All changes</option>
        {historyActions.map((action) => (
          <option key={action} value={action}>
            {actionNames[action]}
          </option>
        ))}
      </Select>
    </search>
  );
}

interface DoneLineProps {
  done: Done;
  isBusy: boolean;
  onUndo: (undo: Restoration) => void;
  onClose: () => void;
}

function DoneLine({ done: { text, undo }, isBusy, onUndo, onClose }: DoneLineProps) {
  return (
    <div className="mt-4 mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line-strong bg-sunken px-4 py-2 shadow-lg">
      <p className="me-auto min-w-0 font-semibold wrap-anywhere">{text}</p>
      {undo && (
        <Button size="sm" aria-disabled={isBusy} onClick={() => !isBusy && onUndo(undo)}>
          <Undo2 aria-hidden />
          Undo
        </Button>
      )}
      <IconButton label="Close" className="size-8" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

interface EntriesProps {
  filter: HistoryFilter;
  /** The entries that are being restored; null for none. */
  busy: readonly HistoryEntry[] | null;
  onRestore: (entries: readonly HistoryEntry[]) => void;
}

function Entries({ filter, busy, onRestore }: EntriesProps) {
  const { clock } = usePorts();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useHistory(filter);
  const entries = data?.pages.flatMap((page) => page.items) ?? [];
  const [last, beforeLast] = [entries.at(-1), entries.at(-2)];
  // The entries of one action are shown together, so a page that ends within them is followed by the next one.
  const isCut = hasNextPage && !isFetchingNextPage && last && beforeLast && isOfOneAction(beforeLast, last);
  useEffect(() => {
    if (isCut) void fetchNextPage();
  }, [isCut, fetchNextPage]);
  if (error && entries.length === 0) return <LoadFailed error={error} onTryAgain={() => refetch()} />;
  if (!data) return <Loading />;
  if (entries.length === 0) return <Nothing isNarrowed={filter !== allHistory} />;
  return (
    <>
      {byDay(entries, clock.now()).map(({ title, entries: ofDay }) => (
        <section key={title} aria-label={title} className="mt-6">
          <h3 className="mb-2 text-sm font-semibold text-muted">{title}</h3>
          <ul className="divide-y divide-line rounded-md border border-line bg-surface">
            {groupsOf(ofDay).map(({ entries: [entry, ...others] }) => {
              const Row = others.length === 0 ? EntryRow : GroupRow;
              return (
                <li key={entry.id}>
                  <Row entries={[entry, ...others]} busy={busy} onRestore={onRestore} />
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button className="mt-4 w-full" onClick={() => fetchNextPage()} disabled={isFetchingNextPage}>
          {isFetchingNextPage ? 'Loading...' : 'Older entries'}
        </Button>
      )}
    </>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <div className="mt-6">
      {isNarrowed ? (
        <EmptyState title="Nothing found">Nothing of that name or kind was deleted or changed in 30 days.</EmptyState>
      ) : (
        <EmptyState title="Nothing yet">What is deleted or changed from now on stands here for 30 days.</EmptyState>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div className="mt-6 grid gap-3" role="status" aria-label="Loading History">
      {[0, 1, 2, 3, 4].map((number) => (
        <Skeleton key={number} className="h-14" />
      ))}
    </div>
  );
}
