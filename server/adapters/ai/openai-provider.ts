import { z } from 'zod';
import { boundedFetch } from './bounded-fetch.ts';
import { fetchPicture } from './fetch-answered-picture.ts';
import { finishOf } from './finish-reason.ts';
import {
  type AiProvider,
  type ChatPiece,
  type PictureAnswer,
  type PromptPicture,
  type ProviderAdvice,
  ProviderError,
} from './provider.ts';
import { ENVIRONMENT_ADVICE, toProviderError } from './provider-errors.ts';
import type { Reach } from './provider-reach.ts';
import type { Redact } from './redact.ts';

interface OpenAiOptions {
  /** Absent for a local provider that needs no key. */
  apiKey: string | undefined;
  /** The address with its path, without a trailing slash: "http://127.0.0.1:4010/v1"; OpenAI's own when absent. */
  baseUrl: string | undefined;
  textModel: string;
  imageModel: string;
  redact: Redact;
  /** The networks in which the provider may be; all when absent, for a provider of the environment. */
  reach?: Reach;
  /** The settings that the owner should check when something is wrong; the environment's variables when absent. */
  advice?: ProviderAdvice;
}

const OPENAI = 'https://api.openai.com/v1';
/** Milliseconds; the real time limit of a call is its `signal`, which aborts long before. */
const LIBRARY_TIMEOUT = 60 * 60 * 1000;
/** The largest answer in bytes: four times the largest picture we take, as base64 with room. */
const MAX_ANSWER = 48 * 1024 * 1024;
/** The longest prompt that the older picture models take; the newer take eight times as much. */
const MAX_PICTURE_PROMPT = 4000;
/** The highest cost of one call in USD; a provider that reports more is not believed. */
const HIGHEST_COST = 1000;
/** The largest number of a provider's models that are listed, and the longest name in characters. */
const MOST_MODELS = 500;
const LONGEST_MODEL = 200;

const count = z.number().int().nonnegative();

/** The part of a streamed chunk that is read; providers omit and add fields as they like. */
const chatChunk = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z.array(z.unknown()).nullish().catch(null),
            /** The older name of the same field. */
            function_call: z.unknown().optional(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      /** OpenRouter's field, in USD. */
      cost: z.number().nonnegative().max(HIGHEST_COST).optional().catch(undefined),
    })
    .nullish()
    .catch(null),
});

const pictureAnswer = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })).min(1),
  usage: z.object({ input_tokens: count, output_tokens: count }).nullish().catch(null),
});

const modelList = z.object({ data: z.array(z.object({ id: z.string() })).nullable() });

/** Creates a provider that speaks OpenAI's HTTP API, through OpenAI's own library. */
export function createOpenAiProvider(options: OpenAiOptions): AiProvider {
  const { apiKey, baseUrl, textModel, imageModel, redact, reach = 'anywhere', advice = ENVIRONMENT_ADVICE } = options;
  let opening: ReturnType<typeof openLibrary> | undefined;
  const client = () => {
    opening ??= openLibrary({ apiKey, baseUrl, reach, advice });
    return opening;
  };
  /** OpenAI's newer models accept only the newer name, other providers often only the older. */
  const limitOf = (tokens: number) =>
    baseUrl === undefined || baseUrl === OPENAI ? { max_completion_tokens: tokens } : { max_tokens: tokens };

  return {
    textModel,
    imageModel,

    async *chat({ prompt, pictures = [], maxTokens, signal }) {
      try {
        const openai = await client();
        const { data: stream, response } = await openai.chat.completions
          .create(
            {
              model: textModel,
              messages: [{ role: 'user', content: contentOf(prompt, pictures) }],
              stream: true,
              stream_options: { include_usage: true },
              ...limitOf(maxTokens),
            },
            { signal },
          )
          .withResponse();
        if (isJson(response)) throw await response.json();
        const cost = costOf(response);
        let hasCalled = false;
        for await (const each of stream) {
          const chunk = chatChunk.parse(each);
          hasCalled ||= callsTool(chunk);
          yield* piecesOf(chunk, { cost, hasCalled });
        }
      } catch (error) {
        throw toProviderError(error, { redact, advice });
      }
    },

    async picture({ prompt, signal }) {
      try {
        const openai = await client();
        const { data, response } = await openai.images
          .generate({ ...pictureRequest(imageModel), prompt: cut(prompt) }, { signal })
          .withResponse();
        const answer = await readPicture(pictureAnswer.parse(data), { signal, baseUrl, reach });
        const costUsd = costOf(response);
        return answer.usage ? { ...answer, usage: { ...answer.usage, costUsd } } : answer;
      } catch (error) {
        throw toProviderError(error, { redact, advice });
      }
    },

    async models({ signal }) {
      try {
        const openai = await client();
        const { data } = modelList.parse(await openai.get('/models', { signal }));
        const names = (data ?? []).map(({ id }) => id).filter((id) => id !== '' && id.length <= LONGEST_MODEL);
        return names.slice(0, MOST_MODELS);
      } catch (error) {
        throw toProviderError(error, { redact, advice });
      }
    },
  };
}

/** Loads the library at the first call: loading takes a tenth of the time that a start may take. */
async function openLibrary({
  apiKey,
  baseUrl,
  reach,
  advice,
}: Required<Pick<OpenAiOptions, 'apiKey' | 'baseUrl' | 'reach' | 'advice'>>) {
  const { OpenAI } = await import('openai');
  // Everything that the library would otherwise read from the environment is set here.
  return new OpenAI({
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: baseUrl ?? OPENAI,
    maxRetries: 0,
    timeout: LIBRARY_TIMEOUT,
    logLevel: 'off',
    fetch: boundedFetch(MAX_ANSWER, { reach, advice: advice.address }),
  });
}

/**
 * Returns the content of a message: the prompt alone, as every provider takes it, or followed by pictures, for models
 * that can see.
 */
function contentOf(prompt: string, pictures: readonly PromptPicture[]) {
  if (pictures.length === 0) return prompt;
  const shown = pictures.map(({ type, bytes }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${type};base64,${bytes.toString('base64')}` },
  }));
  return [{ type: 'text' as const, text: prompt }, ...shown];
}

/**
 * Whether an answer is JSON. A stream was asked for: anything else is an error, which some providers send with status
 * 200 (`{"error": {…}}`).
 */
const isJson = ({ headers }: Response) => /^application\/json\b/i.test(headers.get('content-type') ?? '');

/**
 * Returns the cost of the call in USD, when LiteLLM gives it in its header; else undefined. A stream may begin before
 * the cost is known. Then the header says 0, which is not believed.
 */
function costOf({ headers }: Response): number | undefined {
  const cost = z.coerce.number().positive().max(HIGHEST_COST).safeParse(headers.get('x-litellm-response-cost'));
  return cost.success ? cost.data : undefined;
}

type ChatChunk = z.output<typeof chatChunk>;

function callsTool({ choices }: ChatChunk): boolean {
  const delta = choices?.[0]?.delta;
  return (delta?.tool_calls?.length ?? 0) > 0 || (delta?.function_call ?? null) !== null;
}

/**
 * Yields the pieces of a chunk. `cost` is the cost of the call in USD, for a usage that names none; `hasCalled`: a tool
 * was called, in this chunk or before.
 */
function* piecesOf(
  chunk: ChatChunk,
  { cost, hasCalled }: { cost: number | undefined; hasCalled: boolean },
): Generator<ChatPiece> {
  if (chunk.model) yield { kind: 'model', model: chunk.model };
  const choice = chunk.choices?.[0];
  if (choice?.delta?.content) yield { kind: 'text', text: choice.delta.content };
  if (choice?.delta?.refusal) yield { kind: 'refusal', text: choice.delta.refusal };
  if (choice?.finish_reason) yield { kind: 'finish', reason: finishOf(choice.finish_reason, hasCalled) };
  if (chunk.usage) {
    const { prompt_tokens: promptTokens, completion_tokens: completionTokens, cost: costUsd = cost } = chunk.usage;
    yield { kind: 'usage', usage: { promptTokens, completionTokens, costUsd } };
  }
}

/**
 * Asks for a landscape picture, as a featured picture is shown. The older models answer with an address unless they are
 * asked for bytes.
 */
function pictureRequest(model: string) {
  if (model.startsWith('dall-e-2')) return { model, n: 1, size: '1024x1024', response_format: 'b64_json' } as const;
  if (model.startsWith('dall-e')) return { model, n: 1, size: '1792x1024', response_format: 'b64_json' } as const;
  return { model, n: 1, size: '1536x1024' } as const;
}

function cut(prompt: string): string {
  return prompt.length > MAX_PICTURE_PROMPT ? prompt.slice(0, MAX_PICTURE_PROMPT) : prompt;
}

async function readPicture(
  { data, usage }: z.output<typeof pictureAnswer>,
  { signal, baseUrl, reach }: { signal: AbortSignal; baseUrl: string | undefined; reach: Reach },
): Promise<PictureAnswer> {
  const tokens = usage ? { promptTokens: usage.input_tokens, completionTokens: usage.output_tokens } : null;
  const [first] = data;
  if (first?.b64_json) return { bytes: Buffer.from(first.b64_json, 'base64'), usage: tokens };
  if (first?.url) {
    // The origin that the owner has configured is trusted, so that a local provider can serve its own pictures.
    const trustedOrigin = baseUrl === undefined ? undefined : new URL(baseUrl).origin;
    return { bytes: await fetchPicture(first.url, { signal, trustedOrigin, reach }), usage: tokens };
  }
  throw new ProviderError('ai_provider_failed', 'The AI provider answered without a picture. Try again.');
}
