import { CircleAlert, ListChecks, Pause } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { type AiBatch, pauseAiBatch } from '#shared/contract/ai-batches.ts';
import { buttonClass, IconButton } from '#shared/ui/button.tsx';
import { classNames } from '#shared/ui/class-names.ts';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { progressOf } from './batch-words.ts';

/**
 * The batch's sign in the header of every tab: its progress, whoever drives it, and a button to pause it; or a note
 * that it is paused until the owner acts.
 */
export function BatchSign() {
  const store = useRunStore();
  const batch = useStore(store, ({ openBatches }) => toldOf(openBatches));
  const pause = useAction({
    name: 'ai_batch_paused',
    run: ({ api }, id: string) => api.call(pauseAiBatch, { params: { id } }),
    refreshes: [queryKeys.batches],
    onSuccess: () => store.batches.wake(),
  });
  if (batch === null) return null;
  const { all, over } = progressOf(batch);
  const isResting = batch.state === 'paused';
  return (
    <span className="flex min-w-0 items-center">
      <Link
        to="/admin"
        state={{ tab: 'chained-prompts' }}
        title={batch.reason ?? undefined}
        aria-label={`Batch: ${over} of ${all} topics finished${isResting ? `, and rests. ${batch.reason}` : ''}`}
        className={classNames(buttonClass('plain'), 'relative min-w-0 px-2.5! text-sm', isResting && 'text-danger!')}
      >
        {isResting ? <CircleAlert aria-hidden /> : <ListChecks aria-hidden />}
        <span>
          {over}/{all}
        </span>
        <span aria-hidden className="absolute inset-x-2.5 bottom-0.5 h-0.5 overflow-hidden rounded-full bg-line">
          <span className="block h-full bg-accent" style={{ width: `${all === 0 ? 0 : (over / all) * 100}%` }} />
        </span>
      </Link>
      {!isResting && (
        <IconButton label="Pause the batch" disabled={pause.isPending} onClick={() => pause.mutate(batch.id)}>
          <Pause aria-hidden />
        </IconButton>
      )}
    </span>
  );
}

/** Returns a batch that was paused for a reason and not by the owner, or else a running batch. */
function toldOf(batches: readonly AiBatch[]): AiBatch | null {
  const resting = batches.find(({ state, reason }) => state === 'paused' && reason !== null);
  return resting ?? batches.find(({ state }) => state === 'running') ?? null;
}
