import { ArrowLeft, ListPlus, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { EmptyState } from '#shared/ui/empty-state.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { LoadFailed } from '../../load-failed.tsx';
import { OfferingButton } from '../../offer-commands.tsx';
import { useRunStore } from '../runs/use-run-store.ts';
import { BatchForm } from './batch-form.tsx';
import { BatchRow } from './batch-row.tsx';
import { BatchScreen } from './batch-screen.tsx';
import { isOver } from './batch-words.ts';
import { useBatches } from './use-batches.ts';

/** The content of the window: the list, the form of a new batch, or one batch by its id. */
type View = 'list' | 'new' | { readonly id: string };

/** The button that opens the batches: queues of runs that the server or this device drives. */
export function Batches() {
  const store = useRunStore();
  const isReady = useStore(store, (state) => state.isOpen);
  const [isOpen, setIsOpen] = useState(false);
  const [view, setView] = useState<View>('list');
  const open = () => {
    void store.actions.refresh();
    setIsOpen(true);
  };
  return (
    <>
      <OfferingButton
        command="Batches"
        words={['queue', 'topics', 'many runs']}
        size="sm"
        disabled={!isReady}
        onClick={open}
      >
        <ListPlus aria-hidden />
        Batch
      </OfferingButton>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        place="wide"
        title={view === 'new' ? 'New batch' : view === 'list' ? 'Batches' : 'Batch'}
        description="A list of topics, each with a run of its own. On the server it goes on while this computer is switched off."
      >
        {view !== 'list' && (
          <Button size="sm" variant="plain" className="mb-3 -ms-2" onClick={() => setView('list')}>
            <ArrowLeft aria-hidden />
            All batches
          </Button>
        )}
        {view === 'list' && <BatchList onView={setView} />}
        {view === 'new' && <BatchForm onStarted={(id) => setView({ id })} />}
        {typeof view === 'object' && <BatchScreen id={view.id} onLeave={() => setIsOpen(false)} />}
      </Dialog>
    </>
  );
}

function BatchList({ onView }: { onView: (view: View) => void }) {
  const store = useRunStore();
  const batches = useBatches();
  const areOpen = batches.data?.some((batch) => !isOver(batch)) === true;
  useEffect(() => {
    if (areOpen) store.batches.wake();
  }, [store, areOpen]);
  return (
    <div className="grid gap-4">
      <div>
        <Button variant="primary" onClick={() => onView('new')}>
          <Plus aria-hidden />
          New batch
        </Button>
      </div>
      {batches.isError && <LoadFailed error={batches.error} onTryAgain={() => batches.refetch()} />}
      {batches.isPending && <Skeleton className="h-32" />}
      {batches.data?.length === 0 && (
        <EmptyState title="No batches yet">
          Paste a list of topics, or choose a CSV file. Every topic goes through all the steps, and its drafts wait for
          you.
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {batches.data?.map((batch) => (
          <li key={batch.id}>
            <BatchRow batch={batch} onOpen={() => onView({ id: batch.id })} />
          </li>
        ))}
      </ul>
    </div>
  );
}
