import { z } from 'zod';
import { LONGEST_TOPIC, MOST_AT_ONCE, MOST_TOPICS } from '#shared/kernel/batch-limits.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { idParam, isoDate, requiredText, stepId, storableText, storedInteger, textUpTo } from './fields.ts';

/** What one run of a batch is about; the fields are those of the chain's form. */
const batchForm = z.object({
  targetMarket: requiredText('Target market is required', LONGEST_TOPIC),
  productApp: requiredText('Product/App Name is required', LONGEST_TOPIC),
  productAppFunction: requiredText('Product/App Function is required', LONGEST_TOPIC),
  productAppUrl: textUpTo(LONGEST_TOPIC),
});
export type BatchForm = z.output<typeof batchForm>;

/** A topic: what its run is about, and the category its drafts begin in; null to choose it in each post. */
const batchTopic = z.object({ form: batchForm, categoryId: storedInteger().positive().nullable() });
export type BatchTopic = z.output<typeof batchTopic>;

/** USD the whole batch may cost; null for no limit of its own. */
const limitUsd = z.number().min(0.01, 'At least $0.01, please.').max(100_000, 'At most $100,000, please.').nullable();

const batchState = z.enum(['running', 'paused', 'done', 'cancelled']);
export type BatchState = z.output<typeof batchState>;

/** `left`: another device has gone on with its run. */
export const batchItemState = z.enum(['queued', 'running', 'done', 'failed', 'left', 'cancelled']);
export type BatchItemState = z.output<typeof batchItemState>;

/** How many findings of the judge a draft had when it was written, and of a second reader where one has read it. */
export const judgedCounts = z.object({ red: z.int(), yellow: z.int(), reader: z.int().optional() });
export type JudgedCounts = z.output<typeof judgedCounts>;

/** What a device of the owner that drives batches calls itself, for good. */
const device = storableText.min(1).max(100);

const aiBatch = z
  .object({
    id: z.string(),
    state: batchState,
    /** Why it is paused, in words; null where the owner has done it. */
    reason: z.string().nullable(),
    limitUsd: z.number().nullable(),
    /** What its calls have cost so far, those under way with the least they cost; null where no price is known. */
    costUsd: z.number().nullable(),
    atOnce: z.int(),
    createdAt: isoDate,
    /** When it is tried again, where a provider is busy. */
    againAt: isoDate.nullable(),
    /** Who drives it, as the owner knows it; null for the server. `seenAt`: when that device was heard of last. */
    device: z.object({ id: z.string(), name: z.string(), seenAt: isoDate }).nullable(),
    /** Topics by their state. */
    counts: z.record(batchItemState, z.int()),
  })
  .meta({ id: 'AiBatch' });
export type AiBatch = z.output<typeof aiBatch>;

const aiBatchItem = z
  .object({
    /** From 1. */
    number: z.int(),
    form: batchForm,
    categoryId: z.int().nullable(),
    /** Null without one, and for one that was deleted meanwhile. */
    category: z.string().nullable(),
    state: batchItemState,
    reason: z.string().nullable(),
    runId: z.string(),
    stepsDone: z.int(),
    costUsd: z.number().nullable(),
    drafts: z.array(z.object({ id: z.string(), title: z.string(), judged: judgedCounts.nullable() })),
  })
  .meta({ id: 'AiBatchItem' });
export type AiBatchItem = z.output<typeof aiBatchItem>;

const wholeBatch = aiBatch.extend({ items: z.array(aiBatchItem) }).meta({ id: 'WholeAiBatch' });
export type WholeAiBatch = z.output<typeof wholeBatch>;

const params = z.object({ id: z.uuid() });

export const listAiBatches = endpoint({
  name: 'listAiBatches',
  method: 'GET',
  path: '/api/ai/batches',
  summary: 'The last fifty batches, newest first. A device that says its name is noted to be there',
  query: z.object({ device: device.optional() }),
  response: z.array(aiBatch),
});

export const createAiBatch = endpoint({
  name: 'createAiBatch',
  method: 'POST',
  path: '/api/ai/batches',
  audit: 'batch_begun',
  summary:
    'Queues a run for each topic, which the server drives by itself, or the device that is named. The same id again is the same batch',
  body: z.object({
    /** Chosen by whoever asks, so that an answer which was lost makes no second batch. */
    id: z.uuid(),
    topics: z
      .array(batchTopic)
      .min(1, 'A batch needs a topic.')
      .max(MOST_TOPICS, `At most ${MOST_TOPICS} topics a batch, please. Make two of it.`),
    limitUsd,
    atOnce: storedInteger().min(1).max(MOST_AT_ONCE),
    /** The device that drives it; the server where it is left out. */
    device: device.optional(),
  }),
  bodyLimit: bodyLimits.text,
  response: aiBatch,
  errors: ['ai_not_configured', 'idempotency_mismatch'],
});

export const getAiBatch = endpoint({
  name: 'getAiBatch',
  method: 'GET',
  path: '/api/ai/batches/:id',
  summary: 'A batch with its topics',
  params,
  response: wholeBatch,
  errors: ['not_found'],
});

export const pauseAiBatch = endpoint({
  name: 'pauseAiBatch',
  method: 'POST',
  path: '/api/ai/batches/:id/pause',
  audit: 'batch_changed',
  summary: 'Begins no further step; steps under way are finished, since they are paid for',
  params,
  response: aiBatch,
  errors: ['not_found'],
});

export const resumeAiBatch = endpoint({
  name: 'resumeAiBatch',
  method: 'POST',
  path: '/api/ai/batches/:id/resume',
  audit: 'batch_changed',
  summary: 'Goes on where it stands; with `failed` topics that have failed are tried again',
  params,
  body: z.object({ failed: z.boolean() }),
  response: aiBatch,
  errors: ['not_found'],
});

export const cancelAiBatch = endpoint({
  name: 'cancelAiBatch',
  method: 'POST',
  path: '/api/ai/batches/:id/cancel',
  audit: 'batch_cancelled',
  summary: 'Ends it for good: steps under way are stopped at the provider too; what was written stays',
  params,
  response: aiBatch,
  errors: ['not_found'],
});

export const limitAiBatch = endpoint({
  name: 'limitAiBatch',
  method: 'PUT',
  path: '/api/ai/batches/:id/limit',
  audit: 'batch_changed',
  summary: 'Changes what a batch may cost',
  params,
  body: z.object({ limitUsd }),
  response: aiBatch,
  errors: ['not_found'],
});

export const driveAiBatch = endpoint({
  name: 'driveAiBatch',
  method: 'POST',
  path: '/api/ai/batches/:id/drive',
  audit: 'batch_changed',
  summary: 'Gives a batch to a device, or to the server: whoever drove it lets go of its runs as they stand',
  params,
  body: z.object({ device: device.nullable() }),
  response: aiBatch,
  errors: ['not_found'],
});

const count = storedInteger().min(0);
const drafts = z.array(
  z.object({
    id: storableText.max(200),
    title: textUpTo(1000),
    judged: z.object({ red: count, yellow: count, reader: count.optional() }).nullable(),
  }),
);
/** Of the steps of a run, as they were when it began; a `version` that is 0 or absent is not known. */
const prompts = z
  .array(z.object({ stepId, prompt: textUpTo(2_000_000), version: storedInteger().min(0).optional() }))
  .max(30);

export const nextInAiBatch = endpoint({
  name: 'nextInAiBatch',
  method: 'POST',
  path: '/api/ai/batches/:id/next',
  summary: 'The next topic for the device that drives a batch: the first that waits, and is not under way there',
  params,
  body: z.object({ device, underWay: z.array(storedInteger()).max(MOST_AT_ONCE) }),
  response: z.object({
    item: z
      .object({
        number: z.int(),
        form: batchForm,
        categoryId: z.int().nullable(),
        /** The prompts of its run, where it has begun. */
        prompts: prompts.nullable(),
        drafts,
      })
      .nullable(),
  }),
  errors: ['not_found', 'batch_elsewhere'],
});

export const reportAiBatchItem = endpoint({
  name: 'reportAiBatchItem',
  method: 'PUT',
  path: '/api/ai/batches/:id/items/:number',
  summary: 'What has become of a topic, from the device that drives its batch; what is not given stays',
  params: params.extend({ number: idParam }),
  body: z.object({
    device,
    state: batchItemState.optional(),
    reason: textUpTo(2000).nullable().optional(),
    prompts: prompts.nullable().optional(),
    stepsDone: storedInteger().min(0).max(100).optional(),
    drafts: drafts.max(100).optional(),
  }),
  bodyLimit: bodyLimits.text,
  errors: ['not_found', 'batch_elsewhere'],
});

export const restAiBatch = endpoint({
  name: 'restAiBatch',
  method: 'POST',
  path: '/api/ai/batches/:id/rest',
  summary: 'A running batch is done, or rests for a reason, says the device that drives it',
  params,
  body: z.object({ device, state: z.enum(['done', 'paused']), reason: textUpTo(2000).nullable() }),
  response: aiBatch,
  errors: ['not_found', 'batch_elsewhere'],
});
