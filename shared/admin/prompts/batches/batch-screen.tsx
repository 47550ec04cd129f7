import { useState } from 'react';
import { useStore } from 'zustand';
import {
  type AiBatchItem,
  cancelAiBatch,
  driveAiBatch,
  limitAiBatch,
  pauseAiBatch,
  resumeAiBatch,
  type WholeAiBatch,
} from '#shared/contract/ai-batches.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { TextInput } from '#shared/ui/text-input.tsx';
import { costText } from '../../cost-text.ts';
import { errorText } from '../../error-text.ts';
import { LoadFailed } from '../../load-failed.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { BatchProgress } from './batch-row.tsx';
import { ITEM_WORDS, isOver, judgedText } from './batch-words.ts';
import { limitFault, readLimit } from './limit-field.ts';
import { useBatch } from './use-batches.ts';

/**
 * One batch: its state, its actions, and its topics. `onLeave` is called when something of the batch is shown behind
 * the window.
 */
export function BatchScreen({ id, onLeave }: { id: string; onLeave: () => void }) {
  const batch = useBatch(id);
  if (!batch.data) {
    if (batch.isError) return <LoadFailed error={batch.error} onTryAgain={() => batch.refetch()} />;
    return <Skeleton className="h-64" />;
  }
  return (
    <div className="grid gap-5">
      {batch.isError && (
        <p role="status" className="text-sm font-semibold text-danger">
          {errorText(batch.error)}
        </p>
      )}
      <div>
        <BatchProgress batch={batch.data} />
        <BatchButtons batch={batch.data} />
      </div>
      {!isOver(batch.data) && <LimitForm key={batch.data.limitUsd} batch={batch.data} />}
      <section>
        <h3 className="mb-2 text-sm font-semibold">Topics</h3>
        <ol aria-label="Topics" className="divide-y divide-line border-y border-line">
          {batch.data.items.map((item) => (
            <li key={item.number} className="py-3">
              <Topic item={item} onLeave={onLeave} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function BatchButtons({ batch: { id, state, counts, device } }: { batch: WholeAiBatch }) {
  const confirm = useConfirm();
  const params = { id };
  const refreshes = [queryKeys.batches];
  const { batches } = useRunStore();
  const onSuccess = () => batches.wake();
  const pause = useAction({
    name: 'ai_batch_paused',
    run: ({ api }) => api.call(pauseAiBatch, { params }),
    refreshes,
    onSuccess,
  });
  const resume = useAction({
    name: 'ai_batch_resumed',
    run: ({ api }, failed: boolean) => api.call(resumeAiBatch, { params, body: { failed } }),
    refreshes,
    onSuccess,
  });
  const cancel = useAction({
    name: 'ai_batch_cancelled',
    run: ({ api }) => api.call(cancelAiBatch, { params }),
    refreshes,
    success: 'Batch cancelled',
    onSuccess,
  });
  const own = useStore(useRunStore(), (store) => store.device);
  const drive = useAction({
    name: 'ai_batch_moved',
    run: async ({ api }, isHere: boolean) =>
      api.call(driveAiBatch, { params, body: { device: isHere ? await batches.device() : null } }),
    refreshes,
    success: (batch) => (batch.device === null ? 'The server goes on with it' : 'This device goes on with it'),
    onSuccess,
  });
  const isBusy = drive.isPending || pause.isPending || resume.isPending || cancel.isPending;
  const ask = async () => {
    if (await confirm(cancelsBatch)) cancel.mutate();
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {state === 'running' && (
        <Button size="sm" disabled={isBusy} onClick={() => pause.mutate()}>
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button size="sm" variant="primary" disabled={isBusy} onClick={() => resume.mutate(false)}>
          Resume
        </Button>
      )}
      {counts.failed > 0 && state !== 'cancelled' && (
        <Button size="sm" disabled={isBusy} onClick={() => resume.mutate(true)}>
          Try failed topics again
        </Button>
      )}
      {!isOver({ state }) && device !== null && (
        <Button size="sm" disabled={isBusy} onClick={() => drive.mutate(false)}>
          Move to the server
        </Button>
      )}
      {!isOver({ state }) && (device === null || device.id !== own) && (
        <Button size="sm" disabled={isBusy} onClick={() => drive.mutate(true)}>
          Run it here
        </Button>
      )}
      {!isOver({ state }) && (
        <Button size="sm" variant="danger" disabled={isBusy} onClick={ask}>
          Cancel batch
        </Button>
      )}
    </div>
  );
}

const cancelsBatch = {
  title: 'Cancel this batch?',
  description:
    'Topics that wait are not begun, and steps under way are stopped. What was written stays. A cancelled batch cannot go on.',
  confirm: 'Cancel batch',
  cancel: 'Keep it',
  isDangerous: true,
};

function LimitForm({ batch: { id, limitUsd } }: { batch: WholeAiBatch }) {
  const [typed, setTyped] = useState(limitUsd?.toString() ?? '');
  const fault = limitFault(typed);
  const change = useAction({
    name: 'ai_batch_limited',
    run: ({ api }, limit: number | null) => api.call(limitAiBatch, { params: { id }, body: { limitUsd: limit } }),
    refreshes: [queryKeys.batches],
    success: 'Limit changed',
  });
  const limit = readLimit(typed);
  return (
    <form
      noValidate
      className="flex max-w-md flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (fault === undefined) change.mutate(limit);
      }}
    >
      <Field
        label="This batch may cost (USD)"
        hint="The limit is never passed. Empty for none."
        error={fault}
        className="min-w-0 flex-1 basis-60"
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        className="sm:mt-6.5"
        disabled={change.isPending || fault !== undefined || limit === limitUsd}
      >
        Change limit
      </Button>
    </form>
  );
}

function Topic({ item, onLeave }: { item: AiBatchItem; onLeave: () => void }) {
  const store = useRunStore();
  const chain = useStore(store, ({ run }) => run.chain);
  const { form, state, reason, category, stepsDone, costUsd, drafts, runId } = item;
  const { words, tone } = ITEM_WORDS[state];
  const open = () => {
    void store.actions.openRun(runId);
    onLeave();
  };
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="line-clamp-3 text-sm font-medium wrap-anywhere">{form.targetMarket}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          <Badge tone={tone}>{words}</Badge>
          {stepsDone > 0 && state !== 'done' && (
            <span>
              {stepsDone} of {chain.length} steps
            </span>
          )}
          {category !== null && <span>{category}</span>}
          {costUsd !== null && <span>{costText(costUsd)}</span>}
        </p>
        {reason !== null && <p className="mt-1 text-sm wrap-anywhere">{reason}</p>}
        {drafts.length > 0 && <Drafts drafts={drafts} onLeave={onLeave} />}
      </div>
      {stepsDone > 0 && (
        <Button size="sm" aria-label={`Open run: ${form.targetMarket.slice(0, 80)}`} onClick={open}>
          Open run
        </Button>
      )}
    </div>
  );
}

/** The drafts of a topic. A draft that has not reached this device yet cannot be opened here. */
function Drafts({ drafts, onLeave }: { drafts: AiBatchItem['drafts']; onLeave: () => void }) {
  const store = useRunStore();
  const cards = useStore(store, (state) => state.drafts);
  const isHere = (id: string) => cards.some(({ draft, postId }) => draft.id === id && postId === null);
  const listed = drafts.map(({ id, title, judged }) => {
    const card = cards.find(({ draft }) => draft.id === id);
    // The draft may have been judged after it was written.
    return { id, title, judged: card?.judged ?? judged, isRefined: card?.isRefined === true };
  });
  const open = (id: string) => {
    store.actions.editDraft(id);
    onLeave();
  };
  return (
    <ul aria-label="Drafts" className="mt-2 grid gap-1">
      {listed.map(({ id, title, judged, isRefined }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-sm">
          {isHere(id) ? (
            <button
              type="button"
              className="text-start wrap-anywhere text-accent underline underline-offset-2 pointer-coarse:min-h-11"
              onClick={() => open(id)}
            >
              {title}
            </button>
          ) : (
            <span className="wrap-anywhere">{title}</span>
          )}
          <span
            className={judged !== null && judged.red > 0 ? 'text-xs font-semibold text-danger' : 'text-xs text-muted'}
          >
            {isRefined && 'Refined · '}
            {judgedText(judged)}
          </span>
        </li>
      ))}
    </ul>
  );
}
