import { openStageWith } from '../open-stage.ts';
import { faultsOf } from './ai-history-faults.ts';
import { type HistoryResult, type HistoryStage, runHistory } from './run-ai-history.ts';

export interface OpenStage extends HistoryStage {
  undisturbed: HistoryResult;
  close(): Promise<void>;
}

/** Opens server and provider for histories, with the result of the run in which nothing dies. */
export function openStage(): Promise<OpenStage> {
  return openStageWith(async (stage) => {
    const calm = { number: 0, troubles: [], isAtRealSpeed: false };
    const undisturbed = await runHistory({ ...stage, whole: [] }, calm);
    const faults = faultsOf(undisturbed, undisturbed);
    const isWhole = undisturbed.drafts.size >= 2 && undisturbed.posts.length === 1 && undisturbed.calls.length === 9;
    if (faults.length > 0 || !isWhole) throw new Error(`The undisturbed run is none: ${faults.join('; ')}`);
    return { whole: undisturbed.outputs, undisturbed };
  });
}
