import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type BatchTopic, createAiBatch } from '#shared/contract/ai-batches.ts';
import { MOST_AT_ONCE } from '#shared/kernel/batch-limits.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Select, TextInput } from '#shared/ui/text-input.tsx';
import { columnNames, guessColumns, type ReadTopics, readTopics } from '#shared/workflow/batch/read-topics.ts';
import { useCategories } from '../../catalog/use-catalog.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { useRunStore } from '../runs/use-run-store.ts';
import { batchForecast, batchForecastText, likelyLimit, topicsText } from './batch-words.ts';
import { limitFault, readLimit } from './limit-field.ts';
import { SharedInputs } from './shared-inputs.tsx';
import { TopicPreview } from './topic-preview.tsx';
import { TopicsField } from './topics-field.tsx';
import { keepTypedBatch, readTypedBatch, type TypedBatch } from './typed-batch.ts';

/** The form of a new batch: its topics, their shared inputs, and the batch's cost limit. */
export function BatchForm({ onStarted }: { onStarted: (id: string) => void }) {
  const { localStorage: storage } = usePorts();
  const store = useRunStore();
  const [typed, setTyped] = useState(() => readTypedBatch(storage, store.getState().form));
  const change = (changes: Partial<TypedBatch>) => {
    const next = { ...typed, ...changes };
    setTyped(next);
    keepTypedBatch(storage, next);
  };
  const read = useReadTopics(typed);
  const fault = limitFault(typed.limit);
  const start = useStart(typed, read, (id) => {
    // Lines that could not be read stay, so that the owner can mend them.
    change({ text: read.faulty });
    onStarted(id);
  });
  const count = read.topics.length;
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (count > 0 && fault === undefined) start.mutate();
      }}
    >
      <TopicsField typed={typed} onChange={change} />
      <TopicPreview typed={typed} read={read} onColumns={(columns) => change({ columns })} />
      <SharedInputs typed={typed} onChange={change} />
      <WhereItRuns isHere={typed.isHere} onChange={(isHere) => change({ isHere })} />
      <Spending typed={typed} count={count} fault={fault} onChange={change} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" disabled={start.isPending || count === 0 || fault !== undefined}>
          {count === 0 ? 'Start' : `Start ${topicsText(count)}`}
        </Button>
        <p className="text-sm text-muted">
          {read.faults.length > 0 && count > 0
            ? 'Lines that cannot be used stay here. Nothing is published without you.'
            : 'Nothing is published without you.'}
        </p>
      </div>
    </form>
  );
}

/** Reads the topics from the typed text. */
function useReadTopics({ text, isTable, columns, form, categoryId }: TypedBatch): ReadTopics {
  const { data: categories } = useCategories();
  const inputs = useStore(useRunStore(), (state) => state.savedInputs);
  return useMemo(() => {
    const given = { text, isTable };
    const uses = columns ?? guessColumns(columnNames(given));
    return readTopics(given, uses, { form, categoryId, categories: categories ?? [], inputs });
  }, [text, isTable, columns, form, categoryId, categories, inputs]);
}

function useStart({ limit, atOnce, isHere }: TypedBatch, { topics }: ReadTopics, onStarted: (id: string) => void) {
  const { uniqueId } = usePorts();
  const { batches } = useRunStore();
  // When the answer was lost and the call is repeated, the same id makes it the same batch.
  const [asked, setAsked] = useState<{ id: string; body: string } | null>(null);
  return useAction({
    name: 'ai_batch_started',
    async run({ api }) {
      const rest = {
        topics: topics.map(({ form, categoryId }): BatchTopic => ({ form, categoryId })),
        limitUsd: readLimit(limit),
        atOnce,
      };
      const body = JSON.stringify(rest);
      const id = asked?.body === body ? asked.id : uniqueId();
      setAsked({ id, body });
      const device = isHere ? await batches.device() : undefined;
      return api.call(createAiBatch, { body: { id, ...rest, ...(device !== undefined && { device }) } });
    },
    refreshes: [queryKeys.batches],
    success: ({ counts }) => `Batch of ${topicsText(counts.queued + counts.running)} started`,
    onSuccess({ id }) {
      batches.wake();
      onStarted(id);
    },
  });
}

/** The choice of the batch's driver: the server or this device. */
function WhereItRuns({ isHere, onChange }: { isHere: boolean; onChange: (isHere: boolean) => void }) {
  const hint = isHere
    ? 'Goes on while this window is open, and where it stopped when it is opened again.'
    : 'This computer may be switched off meanwhile.';
  return (
    <Field label="Where it runs" hint={hint}>
      {(control) => (
        <Select
          {...control}
          value={isHere ? 'here' : 'server'}
          onChange={({ target }) => onChange(target.value === 'here')}
        >
          <option value="server">On the server</option>
          <option value="here">Here, on this device</option>
        </Select>
      )}
    </Field>
  );
}

interface SpendingProps {
  typed: TypedBatch;
  count: number;
  fault: string | undefined;
  onChange: (changes: Partial<TypedBatch>) => void;
}

/** The batch's forecast, its limit, and the number of topics at once. */
function Spending({ typed: { limit, atOnce }, count, fault, onChange }: SpendingProps) {
  const store = useRunStore();
  const chain = useStore(store, ({ run }) => run.chain);
  const measures = useStore(store, (state) => state.figures?.steps);
  const foreseen = batchForecast(chain, measures ?? [], { topics: count, atOnce });
  const likely = foreseen?.costUsd != null && foreseen.costUsd > 0 ? likelyLimit(foreseen.costUsd) : null;
  return (
    <fieldset aria-label="What it may take" className="grid gap-4 sm:grid-cols-2">
      <Field
        label="This batch may cost (USD)"
        hint="The limit is never passed: the batch rests before a step that could. Empty for none."
        error={fault}
        aside={
          likely !== null && (
            <button
              type="button"
              className="text-accent underline underline-offset-2"
              onClick={() => onChange({ limit: String(likely) })}
            >
              Use ${likely}
            </button>
          )
        }
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            value={limit}
            onChange={(event) => onChange({ limit: event.target.value })}
          />
        )}
      </Field>
      <Field label="Topics at once" hint="More are done sooner, and keep the provider busier.">
        {(control) => (
          <Select {...control} value={atOnce} onChange={(event) => onChange({ atOnce: Number(event.target.value) })}>
            {Array.from({ length: MOST_AT_ONCE }, (_, index) => index + 1).map((runs) => (
              <option key={runs} value={runs}>
                {runs === 1 ? 'One after the other' : `${runs} at once`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {count > 0 && (
        <p role="status" className="text-sm sm:col-span-2">
          {foreseen ? batchForecastText(foreseen, count) : 'What a run costs is told here from the second one on.'}
        </p>
      )}
    </fieldset>
  );
}
