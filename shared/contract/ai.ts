import { z } from 'zod';
import { bodyLimits, endpoint } from './endpoint.ts';
import { errorBody } from './error-body.ts';
import { queryFlag, requiredText, stepId, storableText, storedInteger } from './fields.ts';
import { uploadedImage } from './images.ts';

/**
 * An `Idempotency-Key` (docs/rules.md, "Idempotency-Key"): visible ASCII, so that it can be part of a header and,
 * escaped, of a path.
 */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'Must be 1 to 200 visible ASCII characters');

/** The tokens and the cost of a call. `costUsd` is null where no price is configured. */
export const aiTokens = z
  .object({ promptTokens: z.int(), completionTokens: z.int(), totalTokens: z.int(), costUsd: z.number().nullable() })
  .meta({ id: 'AiTokens' });
export type AiTokens = z.output<typeof aiTokens>;

/**
 * Why the model stopped. Only `stop` is a complete answer: `length` was cut off, `content_filter` was refused,
 * `tool_call` wants a tool to be run first; `other` is any reason we do not know, and an answer without any text.
 */
export const finishReason = z.enum(['stop', 'length', 'content_filter', 'tool_call', 'other']);
export type FinishReason = z.output<typeof finishReason>;

/** The most characters of a prompt with all its context; the model's own limit is lower, and the server checks it. */
const MAX_PROMPT_LENGTH = 2_000_000;
const promptField = requiredText('Prompt is required', MAX_PROMPT_LENGTH);

/**
 * Where a call belongs; every call can say so, and costs are then summed per run. A step is named by its id; earlier
 * apps name it by its number and repeat an unanswered request in the same form.
 */
const runFields = {
  runId: storableText.max(100).optional(),
  step: storedInteger().min(1).max(9).optional(),
  stepId: stepId.optional(),
  /** The category the run is for; costs are summed by it. It is no part of the prompt. */
  categoryId: storedInteger().min(1).optional(),
};

export const providerErrors = [
  'ai_not_configured',
  'ai_budget_reached',
  'ai_context_too_large',
  'ai_refused',
  'ai_provider_failed',
  'ai_stopped',
  'rate_limited',
] as const;

export const chatAnswer = z
  .object({ output: z.string(), usage: aiTokens, model: z.string(), finishReason })
  .meta({ id: 'ChatAnswer' });
export type ChatAnswer = z.output<typeof chatAnswer>;

/** The events of a streamed chat, by name. */
export const chatEvents = {
  /**
   * The provider is busy and is asked again after this many milliseconds; sent only to callers that ask with `waiting`.
   */
  waiting: z.object({ event: z.literal('waiting'), data: z.object({ ms: z.int().min(0) }) }),
  delta: z.object({ event: z.literal('delta'), data: z.object({ text: z.string() }) }),
  usage: z.object({ event: z.literal('usage'), data: aiTokens }),
  done: z.object({ event: z.literal('done'), data: z.object({ model: z.string(), finishReason }) }),
  error: z.object({ event: z.literal('error'), data: errorBody }),
};

/**
 * In order: any number of `delta`, whose texts together are the output (a joined stream starts with the text so far);
 * then `usage` and `done`; or `error`, after which nothing follows.
 */
const chatEvent = z
  .discriminatedUnion('event', [
    chatEvents.waiting,
    chatEvents.delta,
    chatEvents.usage,
    chatEvents.done,
    chatEvents.error,
  ])
  .meta({ id: 'ChatEvent' });
export type ChatEvent = z.output<typeof chatEvent>;

export const chat = endpoint({
  name: 'chat',
  method: 'POST',
  path: '/api/ai/chat',
  summary: 'Asks the model; with `Accept: text/event-stream` the answer comes as events. A comment line every 15 s',
  query: z.object({ waiting: queryFlag.optional() }),
  body: z.object({ prompt: promptField, ...runFields }),
  bodyLimit: bodyLimits.text,
  response: chatAnswer,
  stream: 'text/event-stream',
  events: chatEvent,
  errors: [...providerErrors, 'idempotency_mismatch'],
  idempotent: true,
});

export const createReplay = endpoint({
  name: 'createReplay',
  method: 'POST',
  path: '/api/ai/replays',
  summary: 'Asks the model what a step would have written with another prompt; belongs to no run',
  body: z.object({ prompt: promptField, stepId }),
  bodyLimit: bodyLimits.text,
  response: chatAnswer,
  errors: [...providerErrors, 'idempotency_mismatch'],
  idempotent: true,
});

export const cancelChat = endpoint({
  name: 'cancelChat',
  method: 'DELETE',
  path: '/api/ai/chat/:key',
  summary: 'Stops the call that was started with this Idempotency-Key, at the provider too',
  params: z.object({ key: idempotencyKey }),
  errors: ['not_found'],
});

export const isChatKnown = endpoint({
  name: 'isChatKnown',
  method: 'GET',
  path: '/api/ai/chat/:key',
  summary: 'Whether a call was ever made with this Idempotency-Key, which is then answered again and bought by nobody',
  params: z.object({ key: idempotencyKey }),
  response: z.object({ isKnown: z.boolean() }),
});

export const estimatePrompt = endpoint({
  name: 'estimatePrompt',
  method: 'POST',
  path: '/api/ai/estimate',
  summary: 'What a prompt would take, before anything is spent',
  body: z.object({
    prompt: promptField,
    stepId: runFields.stepId,
    /** True where a limit applies: a model whose cost cannot be known is then refused. */
    isLimited: z.boolean().optional(),
  }),
  bodyLimit: bodyLimits.text,
  response: z.object({
    tokens: z.int(),
    /** True where the count is an estimate (very long unbroken runs of characters). */
    estimated: z.boolean(),
    /** The model that would write the answer. */
    model: z.string(),
    contextLimit: z.int(),
    maxOutputTokens: z.int(),
    /** The cost of the prompt and an answer of full length; null where no price is configured. */
    costUsd: z.number().nullable(),
    /**
     * The cost of the prompt and an answer of the length that the step's prompt asks for; absent where no step is
     * named.
     */
    usualUsd: z.number().nullable().optional(),
  }),
  errors: ['ai_not_configured', 'rate_limited'],
});

export const getAiUsage = endpoint({
  name: 'getAiUsage',
  method: 'GET',
  path: '/api/ai/usage',
  summary: 'This month’s calls, tokens and cost; with `runId` those of one run, whenever they were made',
  query: z.object({ runId: z.string().max(100).optional() }),
  response: z.object({
    /** "2025-07", UTC. */
    month: z.string(),
    calls: z.int(),
    ...aiTokens.shape,
    limitUsd: z.number().nullable(),
    /** Whether the server has a provider to ask: a key, or an address of its own. */
    isConfigured: z.boolean(),
  }),
});

/** A draft that the workflow has written, before it is a post. */
const generatedDraft = z
  .object({
    title: z.string(),
    slug: z.string(),
    excerpt: z.string(),
    content: z.string(),
    category: z.string(),
    tags: z.array(z.string()),
    featured: z.boolean(),
    readTime: z.int().min(1),
  })
  .meta({ id: 'GeneratedDraft' });
export type GeneratedDraftAnswer = z.output<typeof generatedDraft>;

export const regenerateDraft = endpoint({
  name: 'regenerateDraft',
  method: 'POST',
  path: '/api/ai/regenerate-draft',
  summary: 'Writes one draft anew; `output` is the model’s text as it came',
  body: z.object({
    targetMarket: storableText.max(2000).default(''),
    productApp: storableText.max(2000).default(''),
    productAppFunction: storableText.max(10_000).default(''),
    productAppUrl: storableText.max(2000).default(''),
    prompt: promptField,
    /** Position in the list of drafts, from 0. */
    draftIndex: storedInteger().min(0).max(1000).default(0),
    ...runFields,
  }),
  bodyLimit: bodyLimits.text,
  response: z.object({ draft: generatedDraft, output: z.string(), usage: aiTokens, model: z.string(), finishReason }),
  errors: [...providerErrors, 'idempotency_mismatch'],
  idempotent: true,
});

/** Both fields are required, and the message is the same for either. */
const NEEDS_TITLE_AND_EXCERPT = 'Please fill in the title and excerpt first to generate an image.';

/** The most characters of the target market that a picture is made for. */
export const MAX_PICTURE_MARKET = 2000;

export const generateImage = endpoint({
  name: 'generateImage',
  method: 'POST',
  path: '/api/ai/generate-image',
  audit: 'picture_made',
  summary: 'Makes a featured picture for a post and stores it',
  body: z.object({
    title: requiredText(NEEDS_TITLE_AND_EXCERPT, 300),
    excerpt: requiredText(NEEDS_TITLE_AND_EXCERPT, 2000),
    targetMarket: storableText.max(MAX_PICTURE_MARKET).default(''),
    customPrompt: storableText.max(10_000).default(''),
  }),
  response: uploadedImage,
  errors: [...providerErrors, 'picture_refused', 'idempotency_mismatch'],
  idempotent: true,
});

export const testAiLimits = endpoint({
  name: 'testAiLimits',
  method: 'POST',
  path: '/api/ai/test-limits',
  summary: 'Asks for a long answer and says how long it became; for diagnosis only',
  response: z.object({
    wordCount: z.int(),
    charCount: z.int(),
    /** The names are those of the provider. */
    tokenUsage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() }),
    maxTokensSetting: z.int(),
    output: z.string(),
  }),
  errors: providerErrors,
});
