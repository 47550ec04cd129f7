import { z } from 'zod';
import { LONGEST_TOPIC, MOST_AT_ONCE, MOST_TOPICS } from '#shared/kernel/batch-limits.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { idParam, isoDate, requiredText, stepId, storableText, storedInteger, textUpTo } from './fields.ts';

/** The input of one run of a batch; the fields are those of the chain's form. */
const batchForm = z.object({
  targetMarket: requiredText('Target market is required', LONGEST_TOPIC),
  productApp: requiredText('Product/App Name is required', LONGEST_TOPIC),
  productAppFunction: requiredText('Product/App Function is required', LONGEST_TOPIC),
  productAppUrl: textUpTo(LONGEST_TOPIC),
});
export type BatchForm = z.output<typeof batchForm>;

/** A topic: the input of its run, and the category its drafts start in; null to choose the category in each post. */
const batchTopic = z.object({ form: batchForm, categoryId: storedInteger().positive().nullable() });
export type BatchTopic = z.output<typeof batchTopic>;

/** The most that the whole batch may cost, in USD; null for no limit of its own. */
const limitUsd = z.number().min(0.01, 'At least $0.01, please.').max(100_000, 'At most $100,000, please.').nullable();

const batchState = z.enum(['running', 'paused', 'done', 'cancelled']);
export type BatchState = z.output<typeof batchState>;

/** `left`: another device has taken over the run of this topic. */
export const batchItemState = z.enum(['queued', 'running', 'done', 'failed', 'left', 'cancelled']);
export type BatchItemState = z.output<typeof batchItemState>;

/** How many findings the judge had on a draft when it was written, and a second reader where one has read the draft. */
export const judgedCounts = z.object({ red: z.int(), yellow: z.int(), reader: z.int().optional() });
export type JudgedCounts = z.output<typeof judgedCounts>;

/** The permanent name that a device of the owner gives itself when it drives batches. */
const device = storableText.min(1).max(100);

const aiBatch = z
  .object({
    id: z.string(),
    state: batchState,
    /** Why the batch is paused, in words; null where the owner has paused it. */
    reason: z.string().nullable(),
    limitUsd: z.number().nullable(),
    /** The cost of its calls so far; a call under way counts with the least it costs. Null where no price is known. */
    costUsd: z.number().nullable(),
    atOnce: z.int(),
    createdAt: isoDate,
    /** When the batch is tried again, where a provider is busy. */
    againAt: isoDate.nullable(),
    /**
     * The device that drives the batch, as the owner knows it; null for the server. `seenAt`: when the device was last
     * heard of.
     */
    device: z.object({ id: z.string(), name: z.string(), seenAt: isoDate }).nullable(),
    /** The number of topics in each state. */
    counts: z.record(batchItemState, z.int()),
  })
  .meta({ id: 'AiBatch' });
export type AiBatch = z.output<typeof aiBatch>;

const aiBatchItem = z
  .object({
    /** Counted from 1. */
    number: z.int(),
    form: batchForm,
    categoryId: z.int().nullable(),
    /** Null for a topic without a category, and where the category has since been deleted. */
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
    /** Chosen by the caller, so that a retry after a lost answer makes no second batch. */
    id: z.uuid(),
    topics: z
      .array(batchTopic)
      .min(1, 'A batch needs a topic.')
      .max(MOST_TOPICS, `At most ${MOST_TOPICS} topics a batch, please. Make two of it.`),
    limitUsd,
    atOnce: storedInteger().min(1).max(MOST_AT_ONCE),
    /** The device that drives the batch; the server where this is absent. */
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
/** The prompts of a run's steps, as they were when the run began; a `version` that is 0 or absent is not known. */
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
        /** The prompts of the topic's run, where the run has begun. */
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
