import type { WorkflowProgress } from '#shared/contract/ipc.ts';
import { hiddenTitle, progressOf } from '#shared/workflow/run-progress.ts';
import type { RunState } from '#shared/workflow/run-states.ts';
import type { RunStoreState } from '../prompts/index.ts';

/** Returns the progress of the run, for a host that shows it outside the page: "Step 3 of 9 · Tea drinkers". */
export function progressReport({
  run,
  isUnderWay,
  isWatching,
}: Pick<RunStoreState, 'run' | 'isUnderWay' | 'isWatching'>): WorkflowProgress {
  return {
    runId: run.id,
    title: hiddenTitle(run, run.form.targetMarket),
    done: progressOf(run).completed,
    total: run.chain.length,
    isRunning: isUnderWay && !isWatching && goesOnByItself(run.state),
  };
}

/** Outside the page, a run that waits for its owner counts as not running. */
function goesOnByItself({ kind }: RunState): boolean {
  return kind !== 'signed-out' && kind !== 'interrupted';
}
