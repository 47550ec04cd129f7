import { useEffect } from 'react';
import { useStore } from 'zustand';
import { ChainInputs } from './chain-inputs.tsx';
import { DraftList } from './draft-list.tsx';
import { LimitsTest } from './limits-test.tsx';
import { PastRuns } from './past-runs.tsx';
import { useRunStore } from './run-host.ts';
import { StepList } from './step-list.tsx';
import { useNextEstimate } from './use-next-estimate.ts';
import { WorkflowControls } from './workflow-controls.tsx';
import { WorkflowNotice } from './workflow-notice.tsx';

/** Nine chained prompts that lead from a target market to drafts (docs/rules.md, "Chained Prompts tab"). */
export function ChainedPromptsTab() {
  const store = useRunStore();
  const { actions } = store;
  const hasBegun = useStore(store, ({ run }) => run.startedAt !== null);
  useEffect(() => void actions.refresh(), [actions]);
  useNextEstimate();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-serif text-2xl font-medium">Chained Prompts</h2>
        <div className="flex flex-wrap gap-2">
          <PastRuns />
          <LimitsTest />
        </div>
      </div>
      {!hasBegun && (
        <p className="max-w-3xl text-muted">
          Nine prompts, each fed with what the ones before it wrote, lead from a target market to finished posts. Say
          who the posts are for, then run all steps. The drafts appear at the foot of this page.
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
