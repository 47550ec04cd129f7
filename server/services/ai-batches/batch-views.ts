import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { batchCosts, batchItems, countItems, findBatch, type StoredBatch } from '#server/repositories/ai-batches.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { type AiBatch, type AiBatchItem, batchItemState } from '#shared/contract/ai-batches.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { batchRunId } from '#shared/runs/batch/batch-ports.ts';

/** Throws AppError `not_found`. */
export async function storedBatch(db: Executor, id: string): Promise<StoredBatch> {
  const batch = await findBatch(db, id);
  if (!batch) throw new AppError('not_found');
  return batch;
}

/** Batches as the owner sees them: with their costs and their progress. */
export interface BatchViews {
  shown(batches: readonly StoredBatch[]): Promise<AiBatch[]>;
  /** Throws AppError `not_found`. */
  show(id: string): Promise<AiBatch>;
}

/** `againAt` returns the time at which a waiting batch continues, in milliseconds since 1970. */
export function createBatchViews(db: Executor, againAt: (id: string) => number | null): BatchViews {
  const shown = async (batches: readonly StoredBatch[]): Promise<AiBatch[]> => {
    const counts = await countItems(
      db,
      batches.map(({ id }) => id),
    );
    return Promise.all(
      batches.map(async ({ bodyHash: _, ...batch }) => {
        const again = againAt(batch.id);
        return {
          ...batch,
          costUsd: sumOf((await batchCosts(db, batch.id)).values()),
          againAt: again === null ? null : isoTime(again),
          counts: recordOf(batchItemState.options, (state) => [state, counts.get(batch.id)?.get(state) ?? 0]),
        };
      }),
    );
  };
  return {
    shown,
    async show(id) {
      const [batch] = await shown([await storedBatch(db, id)]);
      if (!batch) throw new AppError('not_found');
      return batch;
    },
  };
}

/** The items of a batch in their order, each with its cost. */
export async function itemsOf(db: Executor, clock: Clock, id: string): Promise<AiBatchItem[]> {
  const costs = await batchCosts(db, id);
  const names = new Map((await listCategories(db, clock.now())).map((category) => [category.id, category.name]));
  return (await batchItems(db, id)).map(({ prompts: _, ...item }) => ({
    ...item,
    runId: batchRunId(id, item.number),
    category: item.categoryId === null ? null : (names.get(item.categoryId) ?? null),
    costUsd: costs.get(item.number) ?? null,
  }));
}

/** Null when none of the costs is known. */
function sumOf(costs: Iterable<number | null>): number | null {
  const known = [...costs].filter((cost) => cost !== null);
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}
