import { History } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { dateAndTime } from '../../dates.ts';
import { OfferingButton } from '../../offer-commands.tsx';
import type { RunSummary } from './run-list.ts';
import { usageText } from './usage.ts';
import { useRunStore } from './use-run-store.ts';

/** The button that opens the list of past runs, and the list. */
export function PastRuns() {
  const store = useRunStore();
  const isReady = useStore(store, (state) => state.isOpen);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    store.actions.loadRuns();
    setIsOpen(true);
  };
  return (
    <>
      <OfferingButton
        command="Past Runs"
        words={['earlier', 'list of runs']}
        size="sm"
        disabled={!isReady}
        onClick={open}
      >
        <History aria-hidden />
        Past Runs
      </OfferingButton>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} place="side" title="Past runs">
        <RunList onOpened={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function RunList({ onOpened }: { onOpened: () => void }) {
  const store = useRunStore();
  const confirm = useConfirm();
  const runs = useStore(store, (state) => state.runs);
  const isFixed = useStore(store, (state) => (state.isUnderWay || state.isWatching) && !state.isOnOtherDevice);
  const { actions } = store;
  if (runs === null) return <Skeleton className="h-32" />;
  const begun = runs.filter(({ startedAt }) => startedAt !== null);
  if (begun.length === 0) return <EmptyState title="No runs yet" />;
  const open = async (id: string) => {
    await actions.openRun(id);
    onOpened();
  };
  const remove = async (id: string) => {
    if (await confirm(deletesRun)) actions.deleteRun(id);
  };
  return (
    <>
      {isFixed && <p className="mb-3 text-sm text-muted">Stop the open run first to open another one.</p>}
      <ul className="grid gap-3">
        {begun.map((run) => (
          <li key={run.id}>
            <PastRun run={run} isFixed={isFixed} onOpen={() => open(run.id)} onDelete={() => remove(run.id)} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface PastRunProps {
  run: RunSummary;
  isFixed: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

function PastRun({ run, isFixed, onOpen, onDelete }: PastRunProps) {
  const { targetMarket, productApp, startedAt, completed, total, use, isShown } = run;
  return (
    <article aria-label={targetMarket} className="rounded-md border border-line bg-paper p-3">
      <p className="line-clamp-2 font-semibold wrap-anywhere">{targetMarket}</p>
      <p className="text-sm text-muted">{productApp}</p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
        {startedAt !== null && <span>{dateAndTime(new Date(startedAt).toISOString())}</span>}
        <span>
          {completed} of {total} completed
        </span>
        {use && <span>{usageText(use)}</span>}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {isShown ? (
          <Badge tone="accent">Open now</Badge>
        ) : (
          <>
            <Button size="sm" disabled={isFixed} onClick={onOpen}>
              Open
            </Button>
            <Button size="sm" variant="plain" onClick={onDelete}>
              Delete
            </Button>
          </>
        )}
      </div>
    </article>
  );
}

const deletesRun = {
  title: 'Are you sure you want to delete this run?',
  description: 'Its outputs go with it. Drafts and posts that were made of them stay.',
  confirm: 'Delete',
  isDangerous: true,
};
