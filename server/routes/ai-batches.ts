import type { Services } from '#server/services/index.ts';
import {
  cancelAiBatch,
  createAiBatch,
  getAiBatch,
  limitAiBatch,
  listAiBatches,
  pauseAiBatch,
  resumeAiBatch,
} from '#shared/contract/ai-batches.ts';
import type { Register } from './register.ts';

/** Queues of runs that the server drives. */
export function addAiBatchRoutes(register: Register, { aiBatches }: Services): void {
  register(listAiBatches, () => aiBatches.list());
  register(createAiBatch, ({ body }) => aiBatches.create(body));
  register(getAiBatch, ({ params }) => aiBatches.get(params.id));
  register(pauseAiBatch, ({ params }) => aiBatches.pause(params.id));
  register(resumeAiBatch, ({ params, body }) => aiBatches.resume(params.id, body));
  register(cancelAiBatch, ({ params }) => aiBatches.cancel(params.id));
  register(limitAiBatch, ({ params, body }) => aiBatches.limit(params.id, body.limitUsd));
}
