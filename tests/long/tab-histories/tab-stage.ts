import { openStageWith, type Stage } from '../open-stage.ts';
import { runTabHistory, type TabHistory } from './run-tab-history.ts';
import { tabFaultsOf } from './tab-history-faults.ts';

export interface OpenTabStage extends Stage {
  undisturbed: TabHistory;
  close(): Promise<void>;
}

/** Opens server and provider for histories of the tab, with the result of the run in which nothing dies. */
export function openTabStage(): Promise<OpenTabStage> {
  return openStageWith(async (stage) => {
    const calm = { number: 0, troubles: [], isAtRealSpeed: false };
    const undisturbed = await runTabHistory(stage, calm);
    const faults = tabFaultsOf(calm, undisturbed, undisturbed);
    const isWhole = undisturbed.drafts.length >= 2 && undisturbed.asked.length === 9;
    if (faults.length > 0 || !isWhole) throw new Error(`The undisturbed run is none: ${faults.join('; ')}`);
    return { undisturbed };
  });
}
