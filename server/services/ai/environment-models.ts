import { createOpenAiProvider } from '#server/adapters/ai/openai-provider.ts';
import { ENVIRONMENT_ADVICE } from '#server/adapters/ai/provider-errors.ts';
import type { Redact } from '#server/adapters/ai/redact.ts';
import type { Config } from '#server/config.ts';
import type { AiModel, AiModelUse } from '#shared/contract/ai-providers.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ChosenModel } from './chosen-model.ts';
import type { Prices } from './pricing.ts';

export const ENVIRONMENT_NAME = 'From the environment';

/** The only provider that reports the cost of each call. */
const OPENROUTER = 'openrouter.ai';
const isOpenRouter = (address: string | undefined) => address !== undefined && new URL(address).hostname === OPENROUTER;

/** The provider that the environment configures, and its models. */
export interface EnvironmentModels {
  models: AiModel[];
  prices: Prices;
  /** Whether the environment names a key or an address. */
  isThere: boolean;
  /** Throws AppError `ai_not_configured`. */
  choose(use: AiModelUse): ChosenModel;
}

export function createEnvironmentModels(
  config: Config,
  redactorOf: (apiKey: string | undefined, baseUrl: string | undefined) => Redact,
): EnvironmentModels {
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config;
  const isThere = apiKey !== undefined || baseUrl !== undefined;
  const prices = ofEnvironmentPrices(config);
  const redact = redactorOf(apiKey, baseUrl);
  const provider = createOpenAiProvider({
    ...{ apiKey, baseUrl, redact },
    textModel: config.OPENAI_TEXT_MODEL,
    imageModel: config.OPENAI_IMAGE_MODEL,
    advice: ENVIRONMENT_ADVICE,
  });
  return {
    models: environmentModels(config),
    prices,
    isThere,
    choose(use) {
      if (!isThere) throw new AppError('ai_not_configured');
      return {
        providerId: null,
        profile: ENVIRONMENT_NAME,
        model: use === 'text' ? config.OPENAI_TEXT_MODEL : config.OPENAI_IMAGE_MODEL,
        sees: undefined,
        ...{ provider, redact, prices },
        limits: {
          context: config.AI_CONTEXT_LIMIT,
          output: config.AI_MAX_OUTPUT_TOKENS,
          profileUsd: undefined,
        },
        tellsCost: isOpenRouter(baseUrl),
      };
    },
  };
}

function ofEnvironmentPrices(config: Config): Prices {
  return { input: config.AI_PRICE_INPUT, output: config.AI_PRICE_OUTPUT, image: config.AI_PRICE_IMAGE };
}

function environmentModels(config: Config): AiModel[] {
  const prices = {
    priceInput: config.AI_PRICE_INPUT ?? null,
    priceOutput: config.AI_PRICE_OUTPUT ?? null,
    pricePicture: config.AI_PRICE_IMAGE ?? null,
  };
  const limits = { contextLimit: config.AI_CONTEXT_LIMIT, maxOutputTokens: config.AI_MAX_OUTPUT_TOKENS };
  return [
    { name: config.OPENAI_TEXT_MODEL, use: 'text', ...prices, pricePicture: null, ...limits },
    { name: config.OPENAI_IMAGE_MODEL, use: 'picture', ...prices, priceInput: null, priceOutput: null, ...limits },
  ];
}
