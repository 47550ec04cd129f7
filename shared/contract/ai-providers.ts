import { z } from 'zod';
import { aiTokens } from './ai.ts';
import { endpoint } from './endpoint.ts';
import { idOrZeroParam, idParam, lineOfText, stepId, storableText, storedInteger } from './fields.ts';

/**
 * The program that answers. It decides only what the form fills in by itself (`shared/admin/settings/ai/presets.ts`).
 */
export const providerKinds = [
  'openai',
  'anthropic',
  'google',
  'openrouter',
  'ollama',
  'lm-studio',
  'vllm',
  'litellm',
  'other',
] as const;
export type ProviderKind = (typeof providerKinds)[number];

/** The most profiles there can be, and the most models of one profile. */
export const MOST_PROVIDERS = 20;
const MOST_MODELS = 50;

/** The id of the profile that the environment variables define. */
export const ENVIRONMENT_PROVIDER = 0;

/** A price in USD, for a million tokens or for a picture. */
const price = z
  .number()
  .min(0)
  .max(10_000, 'At most 10,000 USD, please.')
  .overwrite((value) => value + 0)
  .nullable();
/** A limit in USD per calendar month. */
const monthlyLimit = z
  .number()
  .min(0)
  .max(1_000_000)
  .overwrite((value) => value + 0)
  .nullable();
const tokens = (max: number) => storedInteger().min(1).max(max);

/** The owner's setting of whether a model can be shown pictures: judged by its name, or yes, or no. */
const MODEL_SIGHT = ['by-name', 'yes', 'no'] as const;

const aiModelUse = z.enum(['text', 'picture']);
export type AiModelUse = z.output<typeof aiModelUse>;

/** A model of a profile. A price that is null is unknown. */
export const aiModel = z.object({
  /** The provider's name for the model. */
  name: lineOfText(200).refine((text) => text !== '', 'Say what the provider calls this model.'),
  use: aiModelUse,
  /** USD per million tokens of a prompt, and of an answer. */
  priceInput: price,
  priceOutput: price,
  /** USD per picture. */
  pricePicture: price,
  /** The most tokens that a prompt and its answer may have together. */
  contextLimit: tokens(100_000_000),
  /** The most tokens that an answer may have. */
  maxOutputTokens: tokens(10_000_000),
  /** Whether a model for texts can be shown pictures; absent: judged by the model's name. */
  sees: z.enum(MODEL_SIGHT).optional(),
});
export type AiModel = z.output<typeof aiModel>;

const models = z
  .array(
    aiModel.refine(({ use, contextLimit, maxOutputTokens }) => use === 'picture' || maxOutputTokens < contextLimit, {
      path: ['maxOutputTokens'],
      message: 'An answer must be shorter than the context.',
    }),
  )
  .max(MOST_MODELS, `At most ${MOST_MODELS} models, please.`)
  .refine((list) => new Set(list.map(({ name, use }) => `${use} ${name}`)).size === list.length, {
    message: 'A model is named twice.',
  });

/** Visible ASCII only: a key with any other character cannot be put in a header, and the error would repeat the key. */
const providerKey = storableText
  .trim()
  .max(2000, 'That is too long to be a key.')
  .regex(/^[\x21-\x7e]*$/, 'A key is one line of letters, digits and signs, without spaces. Copy it again.');

export const providerFields = z.object({
  name: lineOfText(60).refine((text) => text !== '', 'Say what this provider is to be called.'),
  kind: z.enum(providerKinds),
  /** The address of its API: "https://api.openai.com/v1". */
  address: lineOfText(2000),
  /** Absent to keep the stored key; empty for no key. */
  key: providerKey.optional(),
  models,
  /** The most USD that this profile may spend per calendar month; null for no limit of its own. */
  monthlyLimitUsd: monthlyLimit,
});
export type ProviderFields = z.output<typeof providerFields>;

/**
 * `kept`: the key is sealed on the server and never sent back. `again`: it can no longer be opened and must be entered
 * again.
 */
const keyState = z.enum(['none', 'kept', 'again']);

const aiProvider = z
  .object({
    /** 0 for the profile of the environment, which is read-only. */
    id: z.int(),
    name: z.string(),
    kind: z.enum(providerKinds),
    /** Null for the environment's profile, whose address is told to nobody. */
    address: z.string().nullable(),
    key: keyState,
    models: z.array(aiModel),
    monthlyLimitUsd: z.number().nullable(),
    /** The profile's cost this month, in USD, as far as it is known. */
    spentUsd: z.number(),
    /** False where the profile lacks something that a call to it needs. */
    isReady: z.boolean(),
  })
  .meta({ id: 'AiProvider' });
export type AiProviderProfile = z.output<typeof aiProvider>;

const providerId = storedInteger().min(0);

/** A choice of one model of one profile. */
const chosenModel = z.object({ providerId, model: lineOfText(200).min(1) });
export type ModelChoice = z.output<typeof chosenModel>;

/** The most USD the second reader may cost: a model that is asked again and again needs a limit. */
const readingLimit = z.number().min(0.01, 'At least $0.01, please.').max(1000, 'At most $1,000, please.');

/** A model that reads posts before they are published (docs/rules.md, "Second reader"). */
const secondReader = z.object({
  isOn: z.boolean(),
  /** Null to use the model for texts. */
  model: chosenModel.nullable(),
  /** The most USD that all readings of one post may cost. */
  postLimitUsd: readingLimit,
  /** The most USD that all readings may cost per calendar month, within the limit for everything. */
  monthLimitUsd: readingLimit,
  /** Whether drafts of batches, and posts that are published automatically, are read as well. */
  isAutomatic: z.boolean(),
});
export type SecondReaderChoice = z.output<typeof secondReader>;

/** A null choice falls back to the next level: a step to the model for texts, texts and pictures to the environment. */
const aiChoices = z.object({
  text: chosenModel.nullable(),
  picture: chosenModel.nullable(),
  steps: z.array(z.object({ stepId, ...chosenModel.shape })).max(30),
  /** The most USD per calendar month for everything; null where the owner has set no limit. */
  monthlyLimitUsd: monthlyLimit,
  /** Absent in requests of earlier apps: the setting then stays as it is. */
  secondReader: secondReader.optional(),
});
export type AiChoices = z.output<typeof aiChoices>;

const aiSettings = z
  .object({
    providers: z.array(aiProvider),
    choices: aiChoices,
    /** The value of `AI_MONTHLY_LIMIT_USD`; the lower of the two limits holds. */
    environmentLimitUsd: z.number().nullable(),
    spentUsd: z.number(),
    /** "2025-07", UTC. */
    month: z.string(),
  })
  .meta({ id: 'AiSettings' });
export type AiSettings = z.output<typeof aiSettings>;

export const listAiProviders = endpoint({
  name: 'listAiProviders',
  method: 'GET',
  path: '/api/ai/providers',
  summary: 'The profiles of AI providers, what they are used for, and what this month has cost. No key is answered',
  response: aiSettings,
});

export const createAiProvider = endpoint({
  name: 'createAiProvider',
  method: 'POST',
  path: '/api/ai/providers',
  summary: 'Adds a profile. The first one that can be asked is used for everything where the environment has none',
  body: providerFields,
  status: 201,
  response: aiProvider,
  errors: ['name_taken'],
});

export const updateAiProvider = endpoint({
  name: 'updateAiProvider',
  method: 'PUT',
  path: '/api/ai/providers/:id',
  summary: 'Replaces a profile; its key stays when none is sent, but not at another address',
  params: z.object({ id: idParam }),
  body: providerFields,
  response: aiProvider,
  errors: ['not_found', 'name_taken'],
});

export const deleteAiProvider = endpoint({
  name: 'deleteAiProvider',
  method: 'DELETE',
  path: '/api/ai/providers/:id',
  summary: 'Deletes a profile with its key; what it was used for goes back to the environment',
  params: z.object({ id: idParam }),
  errors: ['not_found'],
});

/** What is wrong with a profile; `nothing` where the provider answered correctly. */
const providerTestResult = z.enum([
  'nothing',
  'key',
  'billing',
  'model',
  'not_reachable',
  'certificate',
  'refused_address',
  'redirect',
  'not_openai',
  'busy',
  'no_models',
  'other',
]);

export const testAiProvider = endpoint({
  name: 'testAiProvider',
  method: 'POST',
  path: '/api/ai/providers/:id/test',
  summary: 'Asks a profile for a few words and says in words what is wrong; what it costs is booked',
  params: z.object({ id: idOrZeroParam }),
  /** One of the profile's models for texts; the first one where none is named. */
  query: z.object({ model: z.string().max(200).optional() }),
  response: z.object({
    fault: providerTestResult,
    message: z.string(),
    /** The model that was asked; null where no model was asked. */
    model: z.string().nullable(),
    usage: aiTokens.nullable(),
    /** The models that the provider lists; empty where it lists none. */
    models: z.array(z.string()),
  }),
  errors: ['not_found', 'ai_not_configured', 'ai_budget_reached', 'rate_limited'],
});

export const updateAiChoices = endpoint({
  name: 'updateAiChoices',
  method: 'PUT',
  path: '/api/ai/choices',
  audit: 'ai_choices_changed',
  summary: 'Which model writes texts, makes pictures and does single steps, and what a month may cost',
  body: aiChoices,
  response: aiSettings,
});
