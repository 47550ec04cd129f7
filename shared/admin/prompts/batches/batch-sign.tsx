import { ListChecks, Pause } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { pauseAiBatch } from '#shared/contract/ai-batches.ts';
import { buttonClass, IconButton } from '#shared/ui/button.tsx';
import { classNames } from '#shared/ui/class-names.ts';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { progressOf } from './batch-words.ts';

/** For the header of every tab: how far the batch is that this device drives, and its pause. */
export function BatchSign() {
  const store = useRunStore();
  const batch = useStore(store, ({ batchesHere }) => batchesHere.find(({ state }) => state === 'running') ?? null);
  const pause = useAction({
    name: 'ai_batch_paused',
    run: ({ api }, id: string) => api.call(pauseAiBatch, { params: { id } }),
    refreshes: [queryKeys.batches],
    onSuccess: () => store.batches.wake(),
  });
  if (batch === null) return null;
  const { all, over } = progressOf(batch);
  return (
    <span className="flex min-w-0 items-center">
      <Link
        to="/admin"
        state={{ tab: 'chained-prompts' }}
        aria-label={`Batch: ${over} of ${all} topics finished`}
        className={classNames(buttonClass('plain'), 'relative min-w-0 px-2.5! text-sm')}
      >
        <ListChecks aria-hidden />
        <span>
          {over}/{all}
        </span>
        <span aria-hidden className="absolute inset-x-2.5 bottom-0.5 h-0.5 overflow-hidden rounded-full bg-line">
          <span className="block h-full bg-accent" style={{ width: `${all === 0 ? 0 : (over / all) * 100}%` }} />
        </span>
      </Link>
      <IconButton label="Pause the batch" disabled={pause.isPending} onClick={() => pause.mutate(batch.id)}>
        <Pause aria-hidden />
      </IconButton>
    </span>
  );
}
