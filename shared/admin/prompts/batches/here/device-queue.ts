import { ApiError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import {
  getAiBatch,
  listAiBatches,
  nextInAiBatch,
  reportAiBatchItem,
  restAiBatch,
} from '#shared/contract/ai-batches.ts';
import type { BatchQueue } from '#shared/runs/batch/batch-ports.ts';
import { promptList, stepPrompts } from '#shared/runs/batch/prompt-list.ts';

/**
 * Returns the queue of a batch for a device of the owner. The server keeps the queue and serves whoever drives the
 * batch.
 */
export function createDeviceQueue(api: ApiClient, device: string, id: string): BatchQueue {
  const params = { id };
  return {
    async find() {
      const batch = (await api.call(listAiBatches, { query: { device } })).find((each) => each.id === id);
      return batch ? { ...batch, isOurs: batch.device?.id === device } : null;
    },
    async next(underWay) {
      const { item } = await api.call(nextInAiBatch, { params, body: { device, underWay: [...underWay] } });
      if (item === null) return null;
      const prompts = item.prompts && stepPrompts(item.prompts);
      return { ...item, prompts };
    },
    async change(number, { prompts, ...change }) {
      const list = prompts && promptList(prompts);
      const body = { ...change, device, ...(list !== undefined && { prompts: list }) };
      await orElsewhere(api.call(reportAiBatchItem, { params: { id, number }, body }));
    },
    async rest(to) {
      await orElsewhere(api.call(restAiBatch, { params, body: { device, ...to } }));
    },
    async costs() {
      const { items } = await api.call(getAiBatch, { params });
      return new Map(items.map(({ number, costUsd }) => [number, costUsd]));
    },
  };
}

/**
 * Ignores that another driver now has the batch: the result belongs to that driver, and the next look lets go of the
 * batch here.
 */
async function orElsewhere(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'batch_elsewhere') throw error;
  }
}
