import { useEffect } from 'react';
import { ChainInputs } from './chain-inputs.tsx';
import { DraftList } from './draft-list.tsx';
import { LimitsTest } from './limits-test.tsx';
import { PastRuns } from './past-runs.tsx';
import { useRunStore } from './run-host.ts';
import { StepList } from './step-list.tsx';
import { useNextEstimate } from './use-next-estimate.ts';
import { WorkflowControls } from './workflow-controls.tsx';
import { WorkflowNotice } from './workflow-notice.tsx';

/** Nine chained prompts that lead from a target market to drafts (admin spec §2). */
export function ChainedPromptsTab() {
  const { actions } = useRunStore();
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
