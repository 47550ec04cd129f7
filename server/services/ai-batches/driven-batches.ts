import type { Executor } from '#server/db/transaction.ts';
import { changeItem, moveBatch, nextItem, noteDevice } from '#server/repositories/ai-batches.ts';
import type { AiBatch } from '#shared/contract/ai-batches.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ItemChange, QueuedItem } from '#shared/runs/batch/batch-ports.ts';
import { type BatchViews, storedBatch } from './batch-views.ts';

/**
 * The calls of the device that drives a batch; each throws AppError `not_found`, and `batch_elsewhere` for any other
 * device.
 */
export interface DrivenBatches {
  next(id: string, device: string, underWay: readonly number[]): Promise<QueuedItem | null>;
  report(id: string, device: string, given: { number: number; change: ItemChange }): Promise<void>;
  rest(id: string, device: string, to: { state: 'done' | 'paused'; reason: string | null }): Promise<AiBatch>;
}

interface DrivenOptions {
  db: Executor;
  clock: Clock;
  show: BatchViews['show'];
}

export function createDrivenBatches({ db, clock, show }: DrivenOptions): DrivenBatches {
  async function ofDevice<Answer>(id: string, device: string, work: () => Promise<Answer>): Promise<Answer> {
    const batch = await storedBatch(db, id);
    if (batch.device?.id !== device) throw new AppError('batch_elsewhere');
    await noteDevice(db, device, clock.now());
    return work();
  }
  return {
    next: (id, device, underWay) => ofDevice(id, device, () => nextItem(db, id, underWay)),
    report: (id, device, { number, change }) => ofDevice(id, device, () => changeItem(db, id, number, change)),
    async rest(id, device, to) {
      await ofDevice(id, device, () => moveBatch(db, id, ['running'], to));
      return show(id);
    },
  };
}
