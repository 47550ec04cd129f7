import type { Executor } from '#server/db/transaction.ts';
import { batchCosts, changeItem, findBatch, moveBatch, nextItem } from '#server/repositories/ai-batches.ts';
import type { BatchQueue } from '#shared/runs/batch/batch-ports.ts';

/** The queue of a batch for the server itself. */
export function createServerQueue(db: Executor, id: string): BatchQueue {
  return {
    async find() {
      const batch = await findBatch(db, id);
      return batch && { ...batch, isOurs: batch.device === null };
    },
    next: (underWay) => nextItem(db, id, underWay),
    change: (number, change) => changeItem(db, id, number, change),
    async rest(to) {
      await moveBatch(db, id, ['running'], to);
    },
    costs: () => batchCosts(db, id),
  };
}
