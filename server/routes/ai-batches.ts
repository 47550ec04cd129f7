import type { FastifyRequest } from 'fastify';
import type { Services } from '#server/services/index.ts';
import {
  cancelAiBatch,
  createAiBatch,
  driveAiBatch,
  getAiBatch,
  limitAiBatch,
  listAiBatches,
  nextInAiBatch,
  pauseAiBatch,
  reportAiBatchItem,
  restAiBatch,
  resumeAiBatch,
} from '#shared/contract/ai-batches.ts';
import { CLIENT_HEADER } from '#shared/contract/session.ts';
import { deviceName } from '#shared/kernel/device-name.ts';
import { promptList, stepPrompts } from '#shared/runs/batch/prompt-list.ts';
import type { Register } from './register.ts';

/** Queues of runs that the server, or a device of the owner, drives. */
export function addAiBatchRoutes(register: Register, { aiBatches }: Services): void {
  register(listAiBatches, ({ query }) => aiBatches.list(query.device));
  register(createAiBatch, ({ body: { device, ...body }, request }) => {
    return aiBatches.create({ ...body, device: named(device, request) });
  });
  register(getAiBatch, ({ params }) => aiBatches.get(params.id));
  register(pauseAiBatch, ({ params }) => aiBatches.pause(params.id));
  register(resumeAiBatch, ({ params, body }) => aiBatches.resume(params.id, body));
  register(cancelAiBatch, ({ params }) => aiBatches.cancel(params.id));
  register(limitAiBatch, ({ params, body }) => aiBatches.limit(params.id, body.limitUsd));
  register(driveAiBatch, ({ params, body, request }) => aiBatches.drive(params.id, named(body.device, request)));
  register(nextInAiBatch, async ({ params, body }) => {
    const item = await aiBatches.next(params.id, body.device, body.underWay);
    return { item: item && { ...item, prompts: item.prompts && promptList(item.prompts) } };
  });
  register(reportAiBatchItem, async ({ params: { id, number }, body: { device, prompts, ...change } }) => {
    const given = prompts === undefined ? {} : { prompts: prompts && stepPrompts(prompts) };
    await aiBatches.report(id, device, { number, change: { ...change, ...given } });
    return undefined;
  });
  register(restAiBatch, ({ params, body: { device, ...to } }) => aiBatches.rest(params.id, device, to));
}

/** A device with a name for the owner, made from the headers of its request. */
function named(id: string | null | undefined, { headers }: FastifyRequest): { id: string; name: string } | null {
  if (id === null || id === undefined) return null;
  const via = headers[CLIENT_HEADER] === 'desktop' ? 'desktop' : 'browser';
  return { id, name: deviceName(headers['user-agent'] ?? '', via) };
}
