import { batchItems, changeItem, moveItems } from '#server/repositories/ai-batches.ts';
import { stopItemRun } from '#shared/runs/batch/item-run.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import type { BatchDeps } from './server-ports.ts';

/**
 * Ends the items of a cancelled batch: queued items are not started any more, and running items that nothing drives are
 * ended.
 */
export async function endItems(deps: BatchDeps, id: string): Promise<void> {
  const { db } = deps;
  for (const { number, state, prompts } of await batchItems(db, id)) {
    if (state !== 'queued' && state !== 'running') continue;
    if (prompts !== null) await stopItemRun({ ...deps, steps: WORKFLOW_STEPS }, id, number);
    await changeItem(db, id, number, { prompts: null });
  }
  await moveItems(db, id, 'running', 'cancelled');
  await moveItems(db, id, 'queued', 'cancelled');
}
