import { useEffect } from 'react';
import { useStore } from 'zustand';
import { countOf } from '#shared/workflow/messages.ts';
import { Batches } from './batches/batches.tsx';
import { DraftList } from './drafts/draft-list.tsx';
import { ChainInputs } from './runs/chain-inputs.tsx';
import { Costs } from './runs/costs.tsx';
import { LimitsTest } from './runs/limits-test.tsx';
import { PastRuns } from './runs/past-runs.tsx';
import { useRunStore } from './runs/use-run-store.ts';
import { WorkflowControls } from './runs/workflow-controls.tsx';
import { WorkflowNotice } from './runs/workflow-notice.tsx';
import { StepList } from './steps/step-list.tsx';
import { useNextEstimate } from './templates/use-next-estimate.ts';

/** Chained prompts that lead from a target market to drafts. */
export function ChainedPromptsTab() {
  const store = useRunStore();
  const { actions } = store;
  const count = useStore(store, ({ run }) => countOf(run.chain));
  const hasBegun = useStore(store, ({ run }) => run.startedAt !== null);
  useEffect(() => void actions.refresh(), [actions]);
  useNextEstimate();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-serif text-2xl font-medium">Chained Prompts</h2>
        <div className="flex flex-wrap gap-2">
          <Batches />
          <PastRuns />
          <Costs />
          <LimitsTest />
        </div>
      </div>
      {!hasBegun && (
        <p className="max-w-3xl text-muted">
          {`${count.charAt(0).toUpperCase()}${count.slice(1)}`} prompts, each fed with what the ones before it wrote,
          lead from a target market to finished posts. Say who the posts are for, then run all steps. The drafts appear
          at the foot of this page.
        </p>
      )}
      <ChainInputs />
      <WorkflowNotice />
      <WorkflowControls />
      <StepList />
      <div className="mt-4">
        <DraftList />
      </div>
    </div>
  );
}
